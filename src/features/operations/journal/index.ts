import { edit_article } from './edit_article.ts';
import { list_articles } from './list_articles.ts';
import { list_my_articles } from './list_my_articles.ts';
import { publish_article } from './publish_article.ts';
import { remove_article } from './remove_article.ts';
import { show_article } from './show_article.ts';
import { write_article } from './write_article.ts';

export const journalOperations = [
  edit_article,
  list_articles,
  list_my_articles,
  publish_article,
  remove_article,
  show_article,
  write_article,
] as const;
