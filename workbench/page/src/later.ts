/** The parts of the editor that its first rendering does not need: one file, fetched after it, or earlier on demand. */

export { showDifference } from "./editor/difference";
export { opened, zipped } from "./files/archives";
export { LONGEST_LINK, packed, unpacked } from "./files/links";
export { showChanges } from "./files/what_changes";
export { proofsPane } from "./proofs/proofs_pane";
export { rulebookPane } from "./rulebook/rulebook_pane";
export { statisticsPane } from "./statistics/statistics_pane";
export { tablePane } from "./table/table_pane";
