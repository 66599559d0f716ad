/** Numbers in the format of the reader's language, and intervals of them. */

import type { MeasureRow } from "../runtime/answers";
import type { Language } from "../shell/pane";

export function written(language: Language, value: number, digits: number): string {
  return new Intl.NumberFormat(language, {
    maximumFractionDigits: digits,
    minimumFractionDigits: Number.isInteger(value) ? 0 : digits,
  }).format(value);
}

/** The measured value: a mean as it is, a share in per cent. */
export function value(language: Language, row: MeasureRow): string {
  return row.measure === "share" ? written(language, 100 * row.value, 1) : written(language, row.value, 2);
}

/** The interval around it; nothing if it is no wider than the value. */
export function interval(language: Language, row: MeasureRow): string {
  if (row.high - row.low < 1e-9) return "";
  const scale = row.measure === "share" ? 100 : 1;
  const digits = row.measure === "share" ? 1 : 2;
  return `${written(language, scale * row.low, digits)} – ${written(language, scale * row.high, digits)}`;
}
