/** Imports of the build that are not TypeScript. */

declare module "*.css";
