import { numberSlug } from '../domain/rules/slug-number.ts';

/**
 * Slugs to try for a new row, the likeliest first: the title's own, or the next number that nobody has. Another writer
 * may take one meanwhile, so the insertion decides and asks for the next.
 */
export async function* listFreeSlugs(
  slug: string,
  max: number,
  findTaken: (stem: string) => PromiseLike<readonly { slug: string }[]>,
): AsyncGenerator<string> {
  // Letters, digits and hyphens: nothing in a stem means anything to LIKE.
  const taken = new Set((await findTaken(slug.slice(0, max - 8))).map((row) => row.slug));
  let tried = 0;
  for (let number = 1; tried < 200; number += 1) {
    const candidate = numberSlug(slug, number, max);
    if (taken.has(candidate)) continue;
    tried += 1;
    yield candidate;
  }
}
