import { text } from '../../../domain/kernel/fields.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { slugify } from '../../../domain/rules/slug.ts';
import { listSections } from '../../../domain/rules/text-section.ts';

export const sectionField = text(120).optional().describe('Only the part under this heading.');

/** Most anchors that a refusal lists. */
const maxListedAnchors = 100;

/** The section with this heading or anchor. */
export function requireSection(body: string, wanted: string): string {
  const sections = listSections(body);
  const anchor = slugify(wanted);
  const found = sections.find((section) => section.anchor === anchor);
  if (found !== undefined) return found.text;
  const known = sections.slice(0, maxListedAnchors).map((section) => section.anchor);
  return refuse.invalid(
    'section',
    {
      en: `There is no such heading. This article has: ${known.join(', ') || 'none'}.`,
      ru: `Такого заголовка нет. В статье есть: ${known.join(', ') || 'ни одного'}.`,
    },
    { sections: known },
  );
}
