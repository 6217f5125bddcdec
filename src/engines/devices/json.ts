import { jsonLimits } from '../../base/json/json-limits.ts';
import { JsonTooComplex } from '../../base/json/json-scan.ts';
import { parsePlainJson } from '../../base/json/lossless-json.ts';
import { DeviceFailure } from './failure.ts';

export type JsonObject = { readonly [key: string]: unknown };

/** Parses untrusted JSON. Depth and number of values are limited, as later code may recurse. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return parsePlainJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), jsonLimits.deviceMessage);
  } catch (error) {
    throw new DeviceFailure(error instanceof JsonTooComplex ? 'unexpected_answer' : 'not_json');
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own properties only: `__proto__` and `constructor` in untrusted paths find nothing. */
export function readProperty(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function readTextProperty(value: unknown, key: string): string | undefined {
  const found = readProperty(value, key);
  return typeof found === 'string' && found !== '' ? found : undefined;
}
