import { outWord, text } from '../../../domain/kernel/fields.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { slugify } from '../../../domain/rules/slug.ts';
import { listSections, type Section } from '../../../domain/rules/text-section.ts';

export const sectionField = text(120).optional().describe('Only this heading’s part.');

export const editedSectionField = text(120)
  .nullish()
  .describe('Only this heading’s part; its `whole_version` is the base.');

/** In place of `version` or `revision_id`: a part read is no whole that could be sent back. */
export const sectionReplyFields = {
  section: outWord.optional().describe('The heading asked for: `body` is only its part.'),
  whole_version: outWord
    .optional()
    .describe('With a section: the base of an edit that names the same `section`.'),
};

/** Most anchors that a refusal lists. */
const maxListedAnchors = 100;

/** The section with this heading or anchor. */
export function requireSection(body: string, wanted: string): Section {
  const sections = listSections(body);
  const anchor = slugify(wanted);
  const found = sections.find((section) => section.anchor === anchor);
  if (found !== undefined) return found;
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
