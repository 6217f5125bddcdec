import { createHash } from 'node:crypto';

const transliterations: Record<string, string> = Object.fromEntries(
  (
    'а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh ' +
    'щ:shch ъ: ы:y ь: э:e ю:yu я:ya і:i ї:yi є:ye ґ:g ў:u ß:ss æ:ae œ:oe ø:o ł:l đ:d þ:th ð:d ı:i'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

/** Identifiers are longer, so a slug of digits is never mistaken for one. */
const maxNumericSlugLength = 9;

/**
 * Latin letters, digits and single hyphens. Case, accents and ё make no difference, and the slug of a slug is itself,
 * so that a thing is found by its title as well as by its slug.
 */
export function slugify(title: string, max = 100): string {
  const folded = title.normalize('NFKC').toLowerCase().normalize('NFC');
  const latin = folded
    .replace(/\p{L}/gu, (letter) => transliterations[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  const whole = latin.replace(/[^a-z0-9]+/g, '-');
  // Letters of scripts without a table would vanish and make titles collide; a digest keeps them apart.
  if (/[^a-z0-9-]/.test(latin.replace(/[^\p{L}\p{N}]/gu, '')) || !/[a-z0-9]/.test(whole)) {
    const digest = createHash('sha256').update(folded).digest('hex').slice(0, 8);
    return `${trimSlug(whole, max - 10) || 'x'}-${digest}`;
  }
  const slug = trimSlug(whole, max);
  return /^\d+$/.test(slug) && slug.length > maxNumericSlugLength ? `n-${trimSlug(whole, max - 2)}` : slug;
}

function trimSlug(slug: string, max: number): string {
  return slug.replace(/^-+/, '').slice(0, max).replace(/-+$/, '');
}
