import type { Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { Icon } from './icon.tsx';
import { useLanguage } from './language-context.ts';

export const texts = {
  tags: { en: 'Tags: what else carries them', ru: 'Метки: что ещё с ними есть' },
} as const satisfies Record<string, Text>;

/** Tags of a thing, each linked to the map of everything in the settlement with that tag. */
export function TagLinks({ settlement, tags }: { settlement: string; tags: readonly string[] }) {
  const language = useLanguage();
  if (tags.length === 0) return null;
  return (
    <nav class="chips" aria-label={texts.tags[language]}>
      {tags.map((tag) => (
        <a
          key={tag}
          class="chip"
          href={`${fillPath(paths.map, { settlement })}?${new URLSearchParams({ tag })}#tagged`}
        >
          <Icon name="tag" size="s" />
          {tag}
        </a>
      ))}
    </nav>
  );
}
