import type { z } from 'zod';
import type { Text } from '../../../base/i18n/text.ts';
import type { KnowledgeCategory } from '../../../domain/rules/knowledge-categories.ts';
import type { difference } from '../../../features/operations/knowledge/revision-shapes.ts';
import type { ChangedFigures, ShownFigure } from '../loaders/knowledge-text.ts';
import { knowledgeCategoryTexts } from '../words/knowledge-texts.ts';
import * as labels from '../words/labels.ts';
import { Versions } from './decision.tsx';
import { useLanguage } from './language-context.ts';
import { FactList } from './list.tsx';
import { readChanges } from './readable-changes.ts';
import { Added, Difference, Removed } from './text-difference.tsx';

export const texts = {
  heading: labels.title,
  section: { en: 'Section', ru: 'Раздел' },
  noSection: { en: 'none', ru: 'нет' },
  tags: labels.tags,
  same: { en: 'The texts do not differ.', ru: 'Тексты не отличаются.' },
  sameWords: { en: 'The text itself stays as it is.', ru: 'Сам текст остаётся как есть.' },
  none: { en: 'nothing', ru: 'ничего' },
  noPicture: { en: 'this picture cannot be shown', ru: 'этот снимок не показать' },
  figure: { en: 'Drawing', ru: 'Рисунок' },
} as const satisfies Record<string, Text>;

export type Differences = z.input<typeof difference>;

export const isUnchanged = ({ title, body, category, tags }: Differences) =>
  title.length + body.length === 0 && category === null && tags === null;

/** Word diff of an edit: title, section, tags, text. */
export function TextDifference({ diff }: { diff: Differences }) {
  const language = useLanguage();
  if (isUnchanged(diff)) return <p class="soft">{texts.same}</p>;
  const nameSection = (name: string | null) =>
    name === null ? texts.noSection[language] : knowledgeCategoryTexts[name as KnowledgeCategory][language];
  const { title, category, tags, body } = diff;
  return (
    <div class="stack">
      {(title.length > 0 || category || tags) && (
        <FactList
          facts={[
            ...(title.length > 0 ? [[texts.heading[language], <Difference changes={title} />] as const] : []),
            ...(category
              ? [
                  [
                    texts.section[language],
                    <span class="diff">
                      {category.before && <Removed>{nameSection(category.before)}</Removed>}{' '}
                      <Added>{nameSection(category.after)}</Added>
                    </span>,
                  ] as const,
                ]
              : []),
            ...(tags ? [[texts.tags[language], <TagChanges {...tags} />] as const] : []),
          ]}
        />
      )}
      {body.length > 0 ? (
        <Difference changes={readChanges(body, language)} />
      ) : (
        <p class="soft">{texts.sameWords}</p>
      )}
    </div>
  );
}

function TagChanges({ added, removed }: { added: readonly string[]; removed: readonly string[] }) {
  return (
    <span class="diff">
      {removed.map((tag) => (
        <>
          <Removed>{tag}</Removed>{' '}
        </>
      ))}
      {added.map((tag) => (
        <>
          <Added>{tag}</Added>{' '}
        </>
      ))}
    </span>
  );
}

/** Diagrams and pictures before and after, side by side on wide screens. */
export function FigureChanges({ figures }: { figures: ChangedFigures }) {
  return <Versions was={<Figures of={figures.before} />} will={<Figures of={figures.after} />} />;
}

function Figures({ of }: { of: readonly ShownFigure[] }) {
  const language = useLanguage();
  if (of.length === 0) return <p class="soft">{texts.none}</p>;
  return (
    <div class="stack">
      {of.map(({ src, caption }, index) => (
        <figure key={index} class="compared">
          {src === null ? (
            <p class="soft">{texts.noPicture}</p>
          ) : (
            <img src={src} alt={caption || `${texts.figure[language]} ${index + 1}`} loading="lazy" />
          )}
          {caption && <figcaption class="small soft">{caption}</figcaption>}
        </figure>
      ))}
    </div>
  );
}
