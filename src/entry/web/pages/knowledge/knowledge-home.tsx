import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import {
  type KnowledgeCategory,
  listCoveredCategories,
  topCategories,
} from '../../../../domain/rules/knowledge-categories.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { ListCard } from '../../ui/list.tsx';
import { Section } from '../../ui/section.tsx';
import { knowledgeCategoryTexts } from '../../words/knowledge-texts.ts';
import { type CountedNoun, formatCount } from '../../words/shared-texts.ts';
import { ArticleRow, type KnowledgeEntry } from './article-row.tsx';

export const texts = {
  sections: { en: 'Sections', ru: 'Разделы' },
  newest: { en: 'New', ru: 'Новое' },
  all: { en: 'All articles', ru: 'Все статьи' },
} as const satisfies Record<string, Text>;

export const articleNoun: CountedNoun = {
  en: { one: 'article', other: 'articles' },
  ru: { one: 'статья', few: 'статьи', many: 'статей' },
};

export type SectionCounts = ReadonlyMap<KnowledgeCategory, number>;

/** Includes subsections. */
export function countSection(counts: SectionCounts, section: KnowledgeCategory): number {
  return listCoveredCategories(section).reduce((sum, name) => sum + (counts.get(name) ?? 0), 0);
}

export const sectionPath = (section: KnowledgeCategory) =>
  `${paths.knowledge}?${new URLSearchParams({ category: section })}`;

/** The unfiltered list, which the start page does not show. */
export const allArticlesPath = `${paths.knowledge}?all=1`;

const sectionIcons: Readonly<Record<(typeof topCategories)[number], IconName>> = {
  land_and_garden: 'tree',
  house_and_building: 'village',
  utilities: 'water',
  fence_and_gate: 'boundary',
  documents: 'list',
  neighbours_and_community: 'people',
  winter_and_absence: 'temperature',
};

export const maxNewest = 5;

type HomeProps = { counts: SectionCounts; entries: readonly KnowledgeEntry[] };

/** Start page: sections as tiles, and the newest articles. */
export function KnowledgeHome({ counts, entries }: HomeProps) {
  const language = useLanguage();
  const filled = topCategories
    .map((section) => ({ section, count: countSection(counts, section) }))
    .filter(({ count }) => count > 0);
  return (
    <>
      {filled.length > 0 && (
        <Section id="sections" title={texts.sections}>
          <ul class="tiles sections">
            {filled.map(({ section, count }) => (
              <li key={section} class="tile">
                <div class="body">
                  <Icon name={sectionIcons[section]} />
                  <a class="title" href={sectionPath(section)}>
                    {knowledgeCategoryTexts[section]}
                  </a>
                  <span class="line">{formatCount(language, count, articleNoun)}</span>
                </div>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <ListCard
        heading={{
          id: 'newest',
          title: texts.newest,
          link: { href: allArticlesPath, text: texts.all, further: true },
        }}
      >
        {entries.map((article) => (
          <ArticleRow key={article.id} article={article} />
        ))}
      </ListCard>
    </>
  );
}
