import { refuse } from '../kernel/refusal.ts';
import { slugify } from './slug.ts';

export interface TagChange {
  readonly tags?: readonly string[] | null | undefined;
  readonly add_tags?: readonly string[] | null | undefined;
  readonly remove_tags?: readonly string[] | null | undefined;
}

export const maxTags = 30;

/** Whether a call writes tags at all. */
export function changesTags({ tags, add_tags, remove_tags }: TagChange): boolean {
  return tags != null || (add_tags?.length ?? 0) > 0 || (remove_tags?.length ?? 0) > 0;
}

/** The whole set after the change; undefined: it stays. Spellings with one slug are one tag. */
export function decideTags(present: readonly string[], change: TagChange): readonly string[] | undefined {
  const { tags, add_tags: added, remove_tags: removed } = change;
  if (tags != null && (added != null || removed != null))
    refuse.invalid('tags', {
      en: 'tags replaces the whole set: send either tags, or add_tags and remove_tags.',
      ru: 'tags заменяет весь набор: отправьте либо tags, либо add_tags и remove_tags.',
    });
  if (tags != null) return tags;
  if (!changesTags(change)) return undefined;
  const gone = new Set(removed?.map((tag) => slugify(tag)));
  const both = added?.findIndex((tag) => gone.has(slugify(tag))) ?? -1;
  if (both >= 0)
    refuse.invalid(`add_tags.${both}`, {
      en: 'This tag is in remove_tags too.',
      ru: 'Этот тег есть и в remove_tags.',
    });
  const kept = present.filter((tag) => !gone.has(slugify(tag)));
  const known = new Set(kept.map((tag) => slugify(tag)));
  const fresh = new Map((added ?? []).map((tag) => [slugify(tag), tag] as const));
  const next = [...kept, ...[...fresh].flatMap(([slug, tag]) => (known.has(slug) ? [] : [tag]))];
  if (next.length > maxTags)
    refuse.invalid('add_tags', {
      en: `There would be ${next.length} tags; at most ${maxTags} are accepted. Take some away with remove_tags.`,
      ru: `Тегов стало бы ${next.length}; допустимо не больше ${maxTags}. Уберите лишние через remove_tags.`,
    });
  return next;
}
