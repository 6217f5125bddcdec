import { hash } from 'node:crypto';
import type { z } from 'zod';
import type { Text } from '../../../base/i18n/text.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import type { FigureSource } from '../../../engines/markup/markdown.ts';
import { createSignedMediaPath } from '../../../engines/media/signed-media-path.ts';
import { roundExpiry } from '../../../engines/media/signed-url.ts';
import type { FigureDraft } from '../../../engines/search/passage.ts';
import { listPublishedPictures } from '../../../features/knowledge/article-parts.ts';
import { drawBody, listFigureSources } from '../../../features/knowledge/article-text.ts';
import {
  maxPictures,
  type show_knowledge_article,
} from '../../../features/operations/knowledge/show_knowledge_article.ts';
import { show_knowledge_revision } from '../../../features/operations/knowledge/show_knowledge_revision.ts';
import type { PageRequest } from '../page/page.ts';
import type { PageDependencies } from '../server/page-dependencies.ts';
import { tooBusyText } from '../server/rendered-text-cache.ts';
import { calloutTitles } from '../words/knowledge-texts.ts';

export type FullArticle = z.output<typeof show_knowledge_article.output>;
export type Revision = z.output<typeof show_knowledge_revision.output>['data'];

export const tableTitle: Text = { en: 'Table, moves sideways', ru: 'Таблица, листается вбок' };

export interface UnpublishedText {
  /** Renderer output: only tags and URLs of its allow-list. */
  readonly safeHtml: string;
  /** Errors of diagrams that cannot be drawn, each with its line; such diagrams stay as source. */
  readonly faults: readonly Text[];
}

/** Ids of pictures the user may see: naming another id in the text must not reveal it. */
export type VisiblePictures = ReadonlySet<string>;

type RenderContext = Pick<PageRequest, 'dependencies' | 'shareKey' | 'view'>;

/** Renders an unpublished text. Diagrams are data: URIs, so nothing is stored and no URL can leak. */
export async function renderUnpublishedText(
  body: string,
  pictures: VisiblePictures,
  { dependencies: { services, renderedTexts, now }, shareKey, view: { language } }: RenderContext,
): Promise<UnpublishedText> {
  const reading = { services, share: shareKey };
  const at = now();
  const named = [...pictures].join();
  const key = hash('sha256', JSON.stringify([body, named, language, roundExpiry(at).getTime()]), 'base64url');
  const kept = await renderedTexts.getOrRender(`drawn ${key}`, async () => {
    const { figures, mistakes } = await drawBody(reading, body);
    const drawn = figures.flatMap(({ number, svg }) =>
      svg === null ? [] : [{ number, address: svgDataUri(svg), size: readSvgSize(svg) }],
    );
    const safeHtml = await services.texts.render(
      body,
      {
        figures: new Map(drawn.map(({ number, address }) => [number, address])),
        sizes: new Map(drawn.flatMap(({ address, size }) => (size ? [[address, size]] : []))),
        pictures: new Map(
          [...pictures].map((id) => [id, createSignedMediaPath(services, { id }, 'medium', at)]),
        ),
        calloutTitles: calloutTitles[language],
        titles: { table: tableTitle[language] },
      },
      reading,
    );
    return JSON.stringify({
      safeHtml: safeHtml ?? refuse.unavailable(tooBusyText),
      faults: mistakes.map(({ message }) => message),
    });
  });
  return JSON.parse(kept) as UnpublishedText;
}

export interface ShownFigure {
  readonly src: string | null;
  readonly caption: string;
}

/** Diagrams and pictures present in only one of two texts. */
export interface ChangedFigures {
  readonly before: readonly ShownFigure[];
  readonly after: readonly ShownFigure[];
}

/** Beyond this the moderator reads the whole text instead. */
const maxComparedFigures = 12;

export async function compareFigures(
  before: string,
  after: string,
  pictures: VisiblePictures,
  { dependencies, shareKey }: Pick<RenderContext, 'dependencies' | 'shareKey'>,
): Promise<ChangedFigures> {
  const reading = { services: dependencies.services, share: shareKey };
  const [old, fresh] = [await listFigureSources(reading, before), await listFigureSources(reading, after)];
  const [oldKeys, freshKeys] = [new Set(old.map(figureKey)), new Set(fresh.map(figureKey))];
  const show = async (body: string, sources: readonly FigureSource[], others: ReadonlySet<string>) => {
    const wanted = sources.filter((source) => !others.has(figureKey(source))).slice(0, maxComparedFigures);
    if (wanted.length === 0) return [];
    const numbers = new Set(wanted.map(({ number }) => number));
    const { figures } = await drawBody(reading, body, ({ number }) => numbers.has(number));
    return figures.map((figure) => ({
      src: figureUrl(figure, pictures, dependencies),
      caption: figure.caption,
    }));
  };
  return { before: await show(before, old, freshKeys), after: await show(after, fresh, oldKeys) };
}

const figureKey = (source: FigureSource) =>
  source.kind === 'picture'
    ? `picture ${source.mediaId} ${source.caption}`
    : `${source.kind} ${source.caption} ${source.source}`;

function figureUrl(
  { svg, mediaId }: FigureDraft,
  pictures: VisiblePictures,
  dependencies: PageDependencies,
): string | null {
  if (svg !== null) return svgDataUri(svg);
  return mediaId !== null && pictures.has(mediaId)
    ? createSignedMediaPath(dependencies.services, { id: mediaId }, 'medium', dependencies.now())
    : null;
}

const svgDataUri = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;

function readSvgSize(svg: string): { width: number; height: number } | undefined {
  const box = /viewBox="[0-9.-]+ [0-9.-]+ ([0-9.]{1,8}) ([0-9.]{1,8})/.exec(svg.slice(0, 400));
  return box ? { width: Math.ceil(Number(box[1])), height: Math.ceil(Number(box[2])) } : undefined;
}

/** Pictures the user may see: those of the published text, and all of the article for its managers. */
export async function findVisiblePictures(
  { pool }: Pick<PageDependencies, 'pool'>,
  article: Pick<FullArticle, 'id' | 'pictures'> | null,
): Promise<ReadonlySet<string>> {
  if (article === null) return new Set();
  const { id, pictures } = article;
  const ready = (pictures ?? []).filter(({ state }) => state === 'ready').map((picture) => picture.id);
  // Those of the published text are among all of them.
  if (pictures && pictures.length < maxPictures) return new Set(ready);
  const published = await listPublishedPictures(pool, id);
  return new Set([...published, ...ready]);
}

/** The published text, which differences are computed against. */
export async function loadPublishedText(
  { call }: PageRequest,
  shown: FullArticle,
): Promise<FullArticle | Revision> {
  const { approved_revision_id: revision } = shown;
  if (revision === null || revision === shown.revision_id) return shown;
  return (await call(show_knowledge_revision, { article: shown.id, revision })).data;
}
