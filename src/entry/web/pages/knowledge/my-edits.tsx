import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { list_knowledge_queue } from '../../../../features/operations/knowledge/list_knowledge_queue.ts';
import { definePage } from '../../page/page.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { Tag } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Reason } from '../../ui/reason.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type Clock, formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { formatRevisionNote } from '../../words/revision-texts.ts';
import { texts as listTexts } from './knowledge-list.tsx';

export const texts = {
  title: { en: 'My edits', ru: 'Мои правки' },
  states: { en: 'Which ones', ru: 'Какие' },
  waiting: { en: 'Waiting', ru: 'Ждут' },
  rejected: { en: 'Returned', ru: 'Вернули' },
  draft: labels.drafts,
  approved: { en: 'Accepted', ru: 'Приняты' },
  newArticle: { en: 'new article', ru: 'новая статья' },
  edit: { en: 'edit', ru: 'правка' },
  outdated: { en: 'the article was changed since', ru: 'статью с тех пор изменили' },
  corrected: { en: 'corrected on review:', ru: 'поправлено при проверке:' },
  again: { en: 'Correct', ru: 'Исправить' },
  write: { en: 'Write an article', ru: 'Написать статью' },
  none: { en: 'Nothing here', ru: 'Здесь пусто' },
  why: {
    en: 'Edits you propose and articles you write for Advice are listed here, with what happened to them.',
    ru: 'Здесь видно, что стало с вашими правками и статьями для советов.',
  },
} as const satisfies Record<string, Text>;

const states = ['waiting', 'rejected', 'draft', 'approved'] as const;
type Entry = z.output<typeof list_knowledge_queue.output>['revisions'][number];

/** The user's own revisions by state, with the reason of each rejection. */
export const myEditsPage = definePage({
  path: paths.myEdits,
  access: 'signed-in',
  texts,
  async load(_, pageRequest) {
    const { call, text } = pageRequest;
    const state = states.find((each) => each === text('state')) ?? 'waiting';
    const [list, clock] = await Promise.all([
      call(list_knowledge_queue, { state, mine: 'true', cursor: text('cursor') }),
      loadClock(pageRequest),
    ]);
    return { state, ...list, clock };
  },
  head: () => ({ width: 'narrow' }),
  render: ({ state, revisions, cursor, clock }) => {
    const addressOf = (each: string) => `${paths.myEdits}?state=${each}`;
    return (
      <Screen
        title={texts.title}
        parent={{ href: paths.knowledge, text: listTexts.title }}
        action={
          <LinkButton href={paths.newKnowledgeArticle} icon="write" kind="quiet" compact>
            {texts.write}
          </LinkButton>
        }
        region="edits"
        live="knowledge"
      >
        <Tabs
          label={texts.states}
          here={addressOf(state)}
          tabs={states.map((each) => ({ href: addressOf(each), text: texts[each] }))}
        />
        <ListCard icon="book" none={texts.none} why={texts.why}>
          {revisions.map((entry) => (
            <EditRow key={entry.id} entry={entry} clock={clock} />
          ))}
        </ListCard>
        <Pager cursor={cursor} />
      </Screen>
    );
  },
});

function EditRow({ entry, clock }: { entry: Entry; clock: Clock }) {
  const { language } = clock;
  const article = entry.article_slug;
  const edit = fillPath(paths.editKnowledgeArticle, { article });
  const isReturned = entry.state === 'rejected';
  return (
    <Row
      icon="book"
      title={entry.title}
      href={
        entry.state === 'draft' ? edit : fillPath(paths.knowledgeRevision, { article, revision: entry.id })
      }
      line={
        <>
          {entry.is_new_article ? texts.newArticle : texts.edit} ·{' '}
          {formatRelativeTime(entry.created_at, clock)} {formatRevisionNote(entry.note, language)}
          {entry.is_outdated && <Tag tone="warn">{texts.outdated}</Tag>}
          {entry.corrected_by && (
            <Tag>
              {texts.corrected} {entry.corrected_by.name}
            </Tag>
          )}
          <Reason text={entry.reject_reason} />
        </>
      }
      action={
        isReturned ? (
          <LinkButton href={`${edit}?from=${entry.id}`} kind="quiet" compact icon="write" about={entry.title}>
            {texts.again}
          </LinkButton>
        ) : undefined
      }
    />
  );
}
