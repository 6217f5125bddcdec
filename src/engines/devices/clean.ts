/** Control, direction and invisible characters: they forge names in lists and break logs. */
const unwanted = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** One printable line of at most so many characters, from whatever a stranger's device calls itself. */
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
