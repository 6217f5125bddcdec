/** Control, bidirectional and invisible characters can spoof names in lists and break logs. */
const unwanted = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** One printable line of at most `longest` characters, from untrusted input. */
export function cleanLine(value: string, longest: number): string {
  const line = value
    .slice(0, longest * 4)
    .replace(unwanted, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return line.length <= longest
    ? line
    : line
        .slice(0, longest)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd();
}
