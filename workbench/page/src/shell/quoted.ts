/** A message of the checker, with the parts between backticks as quotations of a text. */

import { element } from "./elements";

export function quoted(message: string): DocumentFragment {
  const made = document.createDocumentFragment();
  for (const [number, part] of message.split("`").entries()) made.append(number % 2 ? element("code", {}, part) : part);
  return made;
}
