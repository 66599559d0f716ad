/** A message in which what stands between backticks is quoted from a text, as the checker writes them. */

import { element } from "./elements";

export function quoted(message: string): DocumentFragment {
  const made = document.createDocumentFragment();
  for (const [number, part] of message.split("`").entries()) made.append(number % 2 ? element("code", {}, part) : part);
  return made;
}
