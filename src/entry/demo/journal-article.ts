import type { ArticleKind } from '../../domain/rules/article-publication.ts';
import type { Visibility } from '../../domain/rules/settlement-role.ts';
import type { PictureName } from './pictures.ts';

export type DemoArticle = {
  by: string;
  kind: ArticleKind;
  /** The diary's plot, by its number. */
  plot?: string;
  title: string;
  body: string;
  visibility: Visibility;
  tags: readonly string[];
  isDraft?: boolean;
  /** Photographs of the entry, with captions. */
  pictures?: readonly (readonly [PictureName, string])[];
} & (
  | { /** The last such day of a year that is over, as '05-01'. */ on: string }
  | { /** Days before the demonstration was loaded. */ daysAgo: number }
);
