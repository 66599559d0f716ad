/**
 * The page embedded in a frame of another page: it shows a link to open it directly, and nothing that clickjacking
 * could use.
 */

import { element } from "./elements";
import type { Words } from "./words";

export function refuseFrame(words: Words): void {
  const out = element("a", { href: location.href, target: "_blank", rel: "noopener" }, words.say("open_page"));
  document.body.replaceChildren(element("p", { class: "framed" }, words.say("framed"), " ", out));
}
