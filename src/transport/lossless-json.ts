import { randomUUID } from 'node:crypto';

/** Any process-private word: a stranger cannot write a string that reads as one of our marks. */
const mark = `${randomUUID()}:`;
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const longInteger = /\d{16}/;

/**
 * JSON.parse that keeps integers of 16 and more digits to the last digit, as bigint. Everything else, and every
 * document without such a number, costs what JSON.parse costs.
 */
export function parseJson(source: string): unknown {
  if (!longInteger.test(source)) return JSON.parse(source);
  let found = false;
  const marked = source.replace(tokens, (token) => {
    if (token.length < 16 || token.startsWith('"') || !/^-?\d+$/.test(token)) return token;
    // A leading zero is no JSON number: leave it for the parser to refuse.
    if (/^-?0\d/.test(token)) return token;
    found = true;
    return `"${mark}${token}"`;
  });
  if (!found) return JSON.parse(source);
  return JSON.parse(marked, (_, value) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}
