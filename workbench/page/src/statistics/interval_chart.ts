/** Values with their intervals as bars, side by side, in a drawing next to a table with the same numbers. */

import { drawn } from "../shell/elements";

export interface Bar {
  /** The heading shared by this value and the following ones, written once above them. */
  readonly heading?: string;
  readonly label: string;
  /** The number of its colour, from 0. */
  readonly group: number;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** The label at the end of the bar. */
  readonly text: string;
}

const WIDTH = 600;
const LABELS = 220;
const NUMBERS = 84;
const ROW = 30;
const BAR = 16;

export function intervalChart(title: string, bars: readonly Bar[]): SVGSVGElement {
  const most = Math.max(...bars.map(({ high }) => high), 1e-9);
  const least = Math.min(0, ...bars.map(({ low }) => low));
  const x = (of: number): number => LABELS + ((of - least) / (most - least)) * (WIDTH - LABELS - NUMBERS);
  const rows: SVGElement[] = [];
  const middle = (): number => rows.length * ROW + ROW / 2 + 4;
  bars.forEach((bar, n) => {
    if (bar.heading !== undefined && bar.heading !== bars[n - 1]?.heading)
      rows.push(drawn("text", { class: "bar-heading", x: 0, y: middle() + 5 }, bar.heading));
    rows.push(row(bar, middle(), x));
  });
  const height = rows.length * ROW + 8;
  const axis = drawn("line", { class: "axis", x1: x(0), x2: x(0), y1: 0, y2: height });
  return drawn("svg", { class: "interval-chart", viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": title }, axis, ...rows);
}

function row(bar: Bar, y: number, x: (of: number) => number): SVGGElement {
  const [from, to] = [Math.min(x(0), x(bar.value)), Math.max(x(0), x(bar.value))];
  return drawn(
    "g",
    { class: `group-${bar.group % 6}` },
    drawn("text", { class: "bar-label", x: LABELS - 10, y: y + 5 }, shortened(bar.label)),
    drawn("rect", { x: from, y: y - BAR / 2, width: Math.max(1, to - from), height: BAR, rx: 2 }),
    drawn("line", { class: "whisker", x1: x(bar.low), x2: x(bar.high), y1: y, y2: y }),
    ...[bar.low, bar.high].map((end) => drawn("line", { class: "whisker", x1: x(end), x2: x(end), y1: y - 5, y2: y + 5 })),
    drawn("text", { class: "bar-number", x: WIDTH - 4, y: y + 5 }, bar.text),
  );
}

function shortened(label: string): string {
  return label.length > 22 ? `${label.slice(0, 21)}…` : label;
}
