/** Types of the build's imports that are not TypeScript. */

declare module "*.css";
declare module "*.regole" {
  const text: string;
  export default text;
}
