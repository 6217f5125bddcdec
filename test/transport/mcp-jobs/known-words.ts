import assert from 'node:assert/strict';

/**
 * What an assistant can know: the words of its job, the tool lists of its servers, and the replies so far. Everything
 * short and exact that it sends has to stand there; sentences are its own.
 */
export interface KnownWords {
  learn(source: unknown): void;
  /** Fails for an identifier, enumeration value or name that stood nowhere. */
  check(tool: string, given: Record<string, unknown>): void;
}

/** One word of Latin letters, digits and joining characters: a slug, an identifier, a value of an enumeration. */
const exactValue = /^[A-Za-z0-9][A-Za-z0-9_.:/-]*$/;
/** A day or moment is computed, a telephone number dictated. */
const computed = /^\d{4}-\d\d-\d\d|^\+7/;

export function createKnownWords(): KnownWords {
  let known = '';
  return {
    learn(source) {
      known += ` ${typeof source === 'string' ? source : JSON.stringify(source)}`;
    },
    check(tool, given) {
      for (const [path, value] of listLeaves(given)) {
        if (typeof value !== 'string' || !exactValue.test(value) || computed.test(value)) continue;
        const stands = new RegExp(
          `(?<![A-Za-z0-9_])${value.replaceAll(/[.*+?^$()|[\]\\/-]/g, '\\$&')}(?![A-Za-z0-9_])`,
        );
        assert.match(known, stands, `${tool}: ${path} = ${value} was guessed`);
      }
    },
  };
}

function listLeaves(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) =>
    listLeaves(inner, path === '' ? name : `${path}.${name}`),
  );
}
