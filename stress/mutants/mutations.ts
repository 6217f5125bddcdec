export interface Mutant {
  line: number;
  /** “a < b becomes a <= b”, in short. */
  change: string;
  source: string;
}

/** Operators stand between spaces: the formatter sees to it. */
const changes: readonly [RegExp, string][] = [
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/(?<=[\s(=:?&|])!(?=[\w(])/g, ''],
  // Before “>” and beside a single “|” it is a type.
  [/(?<! \| )\btrue\b(?!>| \| )/g, 'false'],
  [/(?<! \| )\bfalse\b(?!>| \| )/g, 'true'],
  [/ \+ (?=\w)/g, ' - '],
  [/ - (?=\w)/g, ' + '],
  [/\.some\(/g, '.every('],
  [/\.every\(/g, '.some('],
];

/** What is no decision: comments, imports, types, texts. */
const isSkipped = (line: string) =>
  /^\s*(\/\/|\*|\/\*|import |export type |export interface |type |interface )/.test(line) ||
  /^\s*(en|ru|'?\w+'?): ['`{]/.test(line);

export function listMutants(source: string): Mutant[] {
  const lines = source.split('\n');
  return lines.flatMap((line, index) => {
    if (isSkipped(line)) return [];
    return changes.flatMap(([from, to]) =>
      [...line.matchAll(from)].map((found) => {
        const mutated = line.slice(0, found.index) + to + line.slice(found.index + found[0].length);
        return {
          line: index + 1,
          change: `“${line.trim()}” becomes “${mutated.trim()}”`,
          source: [...lines.slice(0, index), mutated, ...lines.slice(index + 1)].join('\n'),
        };
      }),
    );
  });
}

/** Lines of what decides who may: the member `permit` of definitions, from 1. */
export function findPermitLines(source: string): Set<number> {
  const found = new Set<number>();
  let indentation: string | undefined;
  for (const [index, line] of source.split('\n').entries()) {
    indentation ??= /^( {2})permit[:(]/.exec(line)?.[1];
    if (indentation === undefined) continue;
    found.add(index + 1);
    if (line.startsWith(`${indentation}}`) || (/,$/.test(line) && line.startsWith(`${indentation}permit:`)))
      indentation = undefined;
  }
  return found;
}
