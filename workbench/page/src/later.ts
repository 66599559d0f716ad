/** The parts of the editor that its first rendering does not need: one file, fetched after it, or earlier on demand. */

export { showDifference } from "./editor/difference";
export { opened, zipped } from "./files/archives";
export { unpacked } from "./files/links";
export { askForNewText } from "./files/new_text";
export { showShared } from "./files/share_dialog";
export { showChanges } from "./files/what_changes";
export { proofsPane } from "./proofs/proofs_pane";
export { rulebookPane } from "./rulebook/rulebook_pane";
export { showAbout, showGuide, showKeys } from "./shell/guide";
export { statisticsPane } from "./statistics/statistics_pane";
export { tablePane } from "./table/table_pane";
