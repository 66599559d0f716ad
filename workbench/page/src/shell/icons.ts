/** The icons of buttons and tabs, drawn with lines on a square of 24; each has a label next to it. */

import { drawn } from "./elements";

const PATHS = {
  editor: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  table: "M8 4h9a1 1 0 0 1 1 1v12M5 7h9a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1zM9.5 11l2 2.7-2 2.7-2-2.7z",
  rulebook: "M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.500 5-2 8-2V4c-3 0-6 .5-8 2zm0 0v14",
  proofs: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4",
  statistics: "M4 20h16M7 20v-6M12 20V6M17 20v-9",
  examples: "M4 5h16v14H4zM4 9h16M9 9v10",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  share: "M10 14l4-4M9 8l2-2a4 4 0 0 1 6 6l-2 2M15 16l-2 2a4 4 0 0 1-6-6l2-2",
  theme: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  aside: "M3 5h18v14H3zM10 5v14M7 10l-1.500 2L7 14",
  help: "M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 17.500v.5M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  close: "M6 6l12 12M18 6L6 18",
  add: "M12 5v14M5 12h14",
  error: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9 9l6 6M15 9l-6 6",
  warning: "M12 4l9 16H3zM12 10v5M12 17v.5",
  good: "M5 13l4 4L19 7",
  outline: "M5 6h14M8 12h11M11 18h8",
  format: "M5 6h14M9 10h10M9 14h10M5 18h14",
  locked: "M7 11V8a5 5 0 0 1 10 0v3M5 11h14v9H5z",
} as const;

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): SVGSVGElement {
  return drawn(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    drawn("path", { d: PATHS[name] }),
  );
}
