import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Refusal, refuse } from '../../../../domain/kernel/refusal.ts';
import { listParagraphs } from '../../../../domain/rules/text-paragraphs.ts';
import { edit_knowledge_article } from '../../../../features/operations/knowledge/edit_knowledge_article.ts';
import { show_knowledge_article } from '../../../../features/operations/knowledge/show_knowledge_article.ts';
import { paragraph } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { texts as formTexts } from './article-form.tsx';
import { texts as savedTexts } from './save-article.ts';

export const texts = {
  title: { en: 'Correct a paragraph', ru: 'Исправить абзац' },
  line: { en: 'Choose the paragraph to correct.', ru: 'Выберите, какой абзац исправить.' },
  none: { en: 'No paragraph of plain text here', ru: 'Здесь нет абзацев с простым текстом' },
  why: {
    en: 'Lists and tables are corrected in the whole text.',
    ru: 'Списки и таблицы правят в тексте целиком.',
  },
  words: { en: 'The paragraph', ru: 'Абзац' },
  missing: { en: 'Write the paragraph.', ru: 'Напишите абзац.' },
  now: { en: 'It now reads', ru: 'Теперь здесь так' },
  whole: { en: 'Edit the whole text', ru: 'Править текст целиком' },
} as const satisfies Record<string, Text>;

const lineEnds = (text: string | null) => (text ?? '').replaceAll('\r\n', '\n');

const correct = form(edit_knowledge_article, {
  path: paths.correctKnowledge,
  fields: { note: paragraph(formTexts.why, { hint: formTexts.whyHint }) },
  hidden: ['base_revision_id'],
  given: (_, { form: posted }) => {
    const words = lineEnds(posted.get('words')).trim();
    if (words === '') refuse.invalid('words', texts.missing);
    return { replace: [{ old: lineEnds(posted.get('old')), new: words }] as { old: string; new: string }[] };
  },
  async refused(error) {
    const isMoved = Object.keys(error.fields ?? {}).some((name) => /^(replace|base_revision_id)/.test(name));
    throw isMoved ? new Refusal({ kind: error.kind, text: savedTexts.moved }) : error;
  },
  done: (_, { article }, { session }) => ({
    to: fillPath(paths.knowledgeArticle, { article }),
    notice: session.isModerator ? savedTexts.published : savedTexts.sent,
  }),
});

/** One paragraph by itself, as plain words: what most corrections are about. */
export const correctKnowledgePage = definePage({
  path: paths.correctKnowledge,
  access: 'signed-in',
  texts,
  async load({ article: reference }, { call, text, form: posted }) {
    const article = await call(show_knowledge_article, { article: reference });
    const paragraphs = listParagraphs(article.body);
    const line = posted?.get('line') ?? text('line');
    const old = posted && lineEnds(posted.get('old'));
    const now = paragraphs.find((each) => String(each.line) === line);
    // What was typed is kept also where its paragraph is gone.
    const chosen = now ?? (old ? { line: Number(line), text: old } : undefined);
    return { article, paragraphs, chosen, isMoved: old !== null && now !== undefined && now.text !== old };
  },
  actions: { correct },
  render: ({ article, paragraphs, chosen, isMoved }) => {
    const at = { article: article.slug };
    const here = fillPath(paths.correctKnowledge, at);
    return (
      <Screen
        title={texts.title}
        line={chosen ? article.title : texts.line}
        parent={
          chosen
            ? { href: here, text: texts.title }
            : { href: fillPath(paths.knowledgeArticle, at), text: article.title }
        }
      >
        {chosen ? (
          <correct.Form
            at={at}
            hidden={{ base_revision_id: article.revision_id, old: chosen.text, line: String(chosen.line) }}
          >
            {isMoved && (
              <Notice tone="warn" title={texts.now}>
                {chosen.text}
              </Notice>
            )}
            <TextArea name="words" label={texts.words} value={chosen.text} rows={8} maxLength={20_000} />
            <correct.note />
            <Button>{labels.send}</Button>
          </correct.Form>
        ) : (
          <ListCard none={texts.none} why={texts.why} icon="book">
            {paragraphs.map(({ line, text }) => (
              <Row
                key={line}
                href={`${here}?line=${line}`}
                icon="write"
                title={<span class="light">{text}</span>}
              />
            ))}
          </ListCard>
        )}
        <LinkButton href={fillPath(paths.editKnowledgeArticle, at)} kind="bare">
          {texts.whole}
        </LinkButton>
      </Screen>
    );
  },
});
