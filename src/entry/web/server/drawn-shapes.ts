import type { Text } from '../../../base/i18n/text.ts';
import { jsonLimits } from '../../../base/json/json-limits.ts';
import { JsonTooComplex } from '../../../base/json/json-scan.ts';
import { parsePlainJson } from '../../../base/json/lossless-json.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';

const tooMuch: Text = {
  en: 'The drawing has too many points. Draw a simpler one.',
  ru: 'В рисунке слишком много точек. Нарисуйте попроще.',
};
const notWhole: Text = {
  en: 'The drawing did not arrive whole. Draw it again.',
  ru: 'Рисунок дошёл не целиком. Нарисуйте ещё раз.',
};

/** Parses shapes drawn by the map script; the operation validates them. */
export function parseDrawing(text: string, field: string): unknown {
  try {
    return parsePlainJson(text, jsonLimits.drawnShapes);
  } catch (error) {
    return refuse.invalid(field, error instanceof JsonTooComplex ? tooMuch : notWhole);
  }
}
