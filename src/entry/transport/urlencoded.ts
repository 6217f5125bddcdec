import { type TurnOwner, takeTurn } from '../../base/threads/loop-turns.ts';

/** More fields than any of our forms has. */
export const maxFormFields = 2_000;

const ampersand = 0x26;
const equals = 0x3d;
const plus = 0x2b;
const space = 0x20;
const percent = 0x25;

/** Decoded at once, within a millisecond or two. */
const stepBytes = 64 * 1024;

/**
 * Parses form fields in one pass over the bytes, decoding as the URL standard does; null when there are too many.
 * `URLSearchParams` itself takes a second and a half for four megabytes of `+`.
 */
export function parseUrlencoded(body: Uint8Array): URLSearchParams | null {
  const fields = createFieldReader(body);
  return fields.readUntil(body.length) ? fields.finish() : null;
}

/** The same for forms of any length, in turns: a few megabytes would hold the event loop for a tenth of a second. */
export async function parseLongUrlencoded(
  body: Uint8Array,
  owner: TurnOwner,
): Promise<URLSearchParams | null> {
  const fields = createFieldReader(body);
  let end = 0;
  const readOn = (deadline: number) => {
    do {
      end = Math.min(end + stepBytes, body.length);
      if (!fields.readUntil(end)) return false;
    } while (end < body.length && performance.now() < deadline);
    return true;
  };
  while (end < body.length - stepBytes) if (!(await takeTurn(owner, readOn))) return null;
  return fields.readUntil(body.length) ? fields.finish() : null;
}

function createFieldReader(body: Uint8Array) {
  const form = new URLSearchParams();
  const decoded = Buffer.allocUnsafe(body.length);
  let [at, fields, start, length] = [0, 0, 0, 0];
  /** Where the value of this field starts; -1 before its `=`. */
  let value = -1;
  const endField = () => {
    if (length > start || value !== -1) {
      fields += 1;
      const nameEnd = value === -1 ? length : value;
      form.append(decoded.toString('utf8', start, nameEnd), decoded.toString('utf8', nameEnd, length));
    }
    [start, value] = [length, -1];
  };
  return {
    /** False when there are too many fields. */
    readUntil(end: number): boolean {
      for (; at < end; at += 1) {
        const byte = body[at] as number;
        if (byte === ampersand) {
          endField();
          if (fields > maxFormFields) return false;
        } else if (byte === equals && value === -1) value = length;
        else if (byte === plus) decoded[length++] = space;
        else if (byte === percent) {
          const escaped = hexDigit(body[at + 1]) * 16 + hexDigit(body[at + 2]);
          if (escaped >= 0) at += 2;
          decoded[length++] = escaped >= 0 ? escaped : percent;
        } else decoded[length++] = byte;
      }
      return true;
    },
    finish(): URLSearchParams | null {
      endField();
      return fields > maxFormFields ? null : form;
    },
  };
}

/** Far below zero for other characters, so that the sum of two digits is negative as well. */
function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1000;
}
