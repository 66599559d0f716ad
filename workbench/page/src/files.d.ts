/** What the build takes besides TypeScript. */

declare module "*.css";
