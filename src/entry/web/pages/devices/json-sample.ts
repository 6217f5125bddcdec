import type { Text } from '../../../../base/i18n/text.ts';
import { jsonLimits } from '../../../../base/json/json-limits.ts';
import { JsonTooComplex } from '../../../../base/json/json-scan.ts';
import { parsePlainJson } from '../../../../base/json/lossless-json.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';

/** Paths of the values in the JSON of a device, derived from a sample. */
export interface Mapping {
  readonly sensors: readonly { readonly key: string; readonly path: string }[];
  readonly time_path?: string;
}

const notJson: Text = {
  en: 'This is not JSON. Copy what the device sends as it is, with its braces.',
  ru: 'Это не JSON. Скопируйте то, что присылает устройство, как есть, вместе с фигурными скобками.',
};
const tooMuch: Text = {
  en: 'This example is too long. Keep the part with the values you want to see.',
  ru: 'Пример слишком большой. Оставьте ту часть, в которой есть нужные значения.',
};
const nothing: Text = {
  en: 'There is no value in it. An example needs at least one number or word.',
  ru: 'В нём нет ни одного значения. В примере нужно хотя бы одно число или слово.',
};
const maxSensors = 100;
const maxDepth = 12;
const timeKeys = new Set(['time', 'timestamp', 'measured_at', 'datetime']);

/** Every number, string and boolean becomes a sensor; a timestamp becomes the time of measurement. */
export function deriveMapping(text: string, field: string): Mapping {
  const found: { key: string; path: string }[] = [];
  let timePath: string | undefined;
  const walk = (value: unknown, path: string, names: readonly string[]): void => {
    if (found.length >= maxSensors || names.length > maxDepth || path.length > 200) return;
    if (value !== null && typeof value === 'object') {
      for (const [name, inner] of Object.entries(value)) {
        const isPlain = /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(name);
        const step = Array.isArray(value) ? `[${name}]` : isPlain ? `.${name}` : `["${name}"]`;
        if (/["\\]/.test(name)) continue;
        walk(inner, `${path}${step}`, [...names, name]);
      }
      return;
    }
    if (value === null || names.length === 0) return;
    const last = names.at(-1)?.toLowerCase() ?? '';
    if (timeKeys.has(last) && typeof value === 'string' && !Number.isNaN(Date.parse(value)))
      timePath ??= path;
    else found.push({ key: names.join('.').slice(0, 100), path });
  };
  walk(parseSample(text, field), '$', []);
  if (found.length === 0) refuse.invalid(field, nothing);
  return { sensors: found, ...(timePath !== undefined && { time_path: timePath }) };
}

export function parseSample(text: string, field: string): unknown {
  try {
    return parsePlainJson(text, jsonLimits.deviceSample);
  } catch (error) {
    return refuse.invalid(field, error instanceof JsonTooComplex ? tooMuch : notJson);
  }
}
