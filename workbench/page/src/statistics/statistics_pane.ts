import type { MakePane } from "../shell/pane";
export const statisticsPane: MakePane = () => ({ shown: () => undefined, changed: () => undefined });
