import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { listFigures } from '../../../../engines/search/passage-blocks.ts';
import { quote_knowledge_article } from '../../../../features/operations/knowledge/quote_knowledge_article.ts';
import { definePage } from '../../page/page.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton, ShareButton } from '../../ui/copyable.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { detectForeignLanguage } from '../../words/foreign-language.ts';
import * as labels from '../../words/labels.ts';
import { texts as listTexts } from './knowledge-list.tsx';
import { loadFigures } from './load-figures.ts';
import { formatQuote, leaveOutFigures, PassageText } from './passage-text.tsx';
import { texts as answersTexts } from './search-answers.tsx';

export const texts = {
  title: { en: 'Quote', ru: 'Цитата' },
  share: labels.share,
  whole: { en: 'Read the whole article', ru: 'Читать статью целиком' },
} as const satisfies Record<string, Text>;

const maxFigures = 6;

/** One passage word for word, with buttons to copy and share it. */
export const passagePage = definePage({
  path: paths.knowledgePassage,
  access: 'anybody',
  signInToFind: true,
  texts,
  async load({ passage }, { call }) {
    if (!isId(passage)) refuse.notFound('passage');
    const { data } = await call(quote_knowledge_article, { passage });
    const numbers = listFigures(data.text).slice(0, maxFigures);
    return { ...data, figures: await loadFigures(call, data.article.id, numbers) };
  },
  head: ({ article, text, figures }) => ({
    title: article.title,
    description: leaveOutFigures(text, figures).slice(0, 200).toWellFormed(),
    width: 'narrow',
    scripts: ['copy.js'],
  }),
  render: ({ text, article, figures }, { language }) => {
    const { pathname, hash } = new URL(article.url);
    return (
      <>
        <PageHead title={texts.title} parent={{ href: paths.knowledge, text: listTexts.title }} />
        <Card>
          <blockquote class="gap-below" lang={detectForeignLanguage(language, text)}>
            <div class="quote-line">
              <PassageText text={text} figures={figures} />
            </div>
            <footer class="small soft">— {article.title}</footer>
          </blockquote>
          {/* The copied text includes the URL, which is not shown. */}
          <span hidden id="quote">
            {formatQuote({ text, figures, title: article.title, url: article.url })}
          </span>
          <div class="buttons">
            <CopyButton of="quote" kind="primary">
              {answersTexts.copy}
            </CopyButton>
            <ShareButton of="quote" url={article.url} title={article.title}>
              {texts.share}
            </ShareButton>
          </div>
        </Card>
        <p class="gap-top">
          <a class="link" href={pathname + hash}>
            {texts.whole}: {article.title}
          </a>
        </p>
      </>
    );
  },
});
