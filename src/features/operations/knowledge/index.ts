import { approve_knowledge_revision } from './approve_knowledge_revision.ts';
import { edit_knowledge_article } from './edit_knowledge_article.ts';
import { list_knowledge_articles } from './list_knowledge_articles.ts';
import { list_knowledge_queue } from './list_knowledge_queue.ts';
import { list_knowledge_revisions } from './list_knowledge_revisions.ts';
import { publish_knowledge_article } from './publish_knowledge_article.ts';
import { quote_knowledge_article } from './quote_knowledge_article.ts';
import { reject_knowledge_revision } from './reject_knowledge_revision.ts';
import { remove_knowledge_article } from './remove_knowledge_article.ts';
import { roll_back_knowledge_article } from './roll_back_knowledge_article.ts';
import { search_shared_knowledge } from './search_shared_knowledge.ts';
import { set_knowledge_article_cover } from './set_knowledge_article_cover.ts';
import { show_knowledge_article } from './show_knowledge_article.ts';
import { show_knowledge_figure } from './show_knowledge_figure.ts';
import { show_knowledge_revision } from './show_knowledge_revision.ts';
import { write_knowledge_article } from './write_knowledge_article.ts';

export const knowledgeOperations = [
  approve_knowledge_revision,
  edit_knowledge_article,
  list_knowledge_articles,
  list_knowledge_queue,
  list_knowledge_revisions,
  publish_knowledge_article,
  quote_knowledge_article,
  reject_knowledge_revision,
  remove_knowledge_article,
  roll_back_knowledge_article,
  search_shared_knowledge,
  set_knowledge_article_cover,
  show_knowledge_article,
  show_knowledge_figure,
  show_knowledge_revision,
  write_knowledge_article,
] as const;
