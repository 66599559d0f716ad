/** Imports of the build that are not TypeScript. */

declare module "*.css";
declare module "*.regole" {
  const text: string;
  export default text;
}
