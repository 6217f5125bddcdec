/** A statement in the sources with a declared row type. */
export interface TypedStatement {
  /** Position of the backtick, as in stack traces: `src/store/x.ts:12:10`. */
  place: string;
  file: string;
  /** Declared type on one line, such as `TaskRow[]`. */
  type: string;
}

/** Finds tagged templates with a type argument. */
export function findTypedStatements(file: string, source: string): TypedStatement[] {
  const sites: TypedStatement[] = [];
  for (const { 0: opening, index } of source.matchAll(/\b[A-Za-z_]\w*</g)) {
    const start = index + opening.length;
    const end = findClosing(source, start);
    if (end === undefined || source[end + 1] !== '`') continue;
    const type = source.slice(start, end).replaceAll(/\s+/g, ' ').trim();
    const before = source.slice(0, end + 1).split('\n');
    const column = (before.at(-1) as string).length + 1;
    sites.push({ place: `${file}:${before.length}:${column}`, file, type });
  }
  return sites;
}

/** Index of the matching closing bracket. */
function findClosing(source: string, start: number): number | undefined {
  let open = 1;
  for (let at = start; at < source.length && source[at] !== '`'; at += 1) {
    if (source[at] === '<') open += 1;
    else if (source[at] === '>') open -= 1;
    if (open === 0) return at;
  }
  return undefined;
}
