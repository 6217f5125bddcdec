import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { KnowledgeCategory } from '../../../../domain/rules/knowledge-categories.ts';
import { useLanguage } from '../../ui/language-context.ts';
import { Row } from '../../ui/row.tsx';
import { detectForeignLanguage } from '../../words/foreign-language.ts';
import { knowledgeCategoryTexts } from '../../words/knowledge-texts.ts';

export type KnowledgeEntry = {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly excerpt: string;
  readonly category: KnowledgeCategory | null;
  readonly tags: readonly string[];
};

/** An article in a list: its section and a two-line excerpt. */
export function ArticleRow({ article }: { article: KnowledgeEntry }) {
  const { slug, title, excerpt, category } = article;
  const lang = detectForeignLanguage(useLanguage(), `${title} ${excerpt}`);
  return (
    <Row
      href={fillPath(paths.knowledgeArticle, { article: slug })}
      icon="book"
      title={<span lang={lang}>{title}</span>}
      line={
        <>
          {category && <span class="soft">{knowledgeCategoryTexts[category]}</span>}
          <span class="two-lines" lang={lang}>
            {excerpt}
          </span>
        </>
      }
    />
  );
}
