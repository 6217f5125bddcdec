/** The slug itself, then -2, -3 and so on, each within `max` characters. */
export function numberSlug(slug: string, number: number, max: number): string {
  if (number <= 1) return slug;
  const ending = `-${number}`;
  return slug.slice(0, max - ending.length).replace(/-+$/, '') + ending;
}
