/** The terms of a claim with their values in the position that breaks it. */

import type { TermInWords } from "../runtime/answers";
import { element } from "../shell/elements";
import { capital } from "./table_changes";

export function termList(terms: readonly TermInWords[]): HTMLElement {
  const items = terms.map(({ text, value }) =>
    element("li", {}, capital(text), ...(value === "" ? [] : [": ", element("strong", {}, value)])),
  );
  return element("ul", { class: "terms", role: "list" }, ...items);
}
