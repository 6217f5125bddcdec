/** As shown to neighbours: the first word and the initial of the last. */
export function shortenName(displayName: string): string {
  const parts = displayName.trim().split(/\s+/);
  const [first = ''] = parts;
  if (parts.length < 2) return first;
  const [letter = ''] = parts.at(-1) ?? '';
  return `${first} ${letter.toUpperCase()}.`;
}
