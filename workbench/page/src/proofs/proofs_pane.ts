import type { MakePane } from "../shell/pane";
export const proofsPane: MakePane = () => ({ shown: () => undefined, changed: () => undefined });
