import { numberSlug } from '../domain/rules/slug-number.ts';

/**
 * Candidate slugs for a new row: the slug itself, then with the next free number. Another writer may take one
 * meanwhile, so the caller inserts and asks for the next on conflict.
 */
export async function* listFreeSlugs(
  slug: string,
  max: number,
  findTaken: (stem: string) => PromiseLike<readonly { slug: string }[]>,
): AsyncGenerator<string> {
  // A slug has only letters, digits and hyphens, so LIKE needs no escaping.
  const taken = new Set((await findTaken(slug.slice(0, max - 8))).map((row) => row.slug));
  let tried = 0;
  for (let number = 1; tried < 200; number += 1) {
    const candidate = numberSlug(slug, number, max);
    if (taken.has(candidate)) continue;
    tried += 1;
    yield candidate;
  }
}
