import { DeviceFailure } from './failure.ts';
import { limits } from './limits.ts';

export type JsonObject = { readonly [key: string]: unknown };

/**
 * Parses a stranger's JSON. Depth is measured first, over the bytes, because everything that later
 * walks the value may recurse.
 */
export function parseJson(bytes: Uint8Array, maxDepth: number = limits.jsonDepth): unknown {
  if (measureDepth(bytes) > maxDepth) throw new DeviceFailure('unexpected_answer');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new DeviceFailure('not_json');
  }
}

function measureDepth(bytes: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (inString) {
      if (byte === 0x5c) index += 1;
      else if (byte === 0x22) inString = false;
    } else if (byte === 0x22) inString = true;
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return deepest;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own property only: `__proto__` and `constructor` of a stranger's path find nothing. */
export function property(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function textProperty(value: unknown, key: string): string | undefined {
  const found = property(value, key);
  return typeof found === 'string' && found !== '' ? found : undefined;
}
