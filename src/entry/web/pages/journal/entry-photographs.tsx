import type { Text } from '../../../../base/i18n/text.ts';
import type { ArticleBody, Photograph } from '../../loaders/article-body.ts';
import { useLanguage } from '../../ui/language-context.ts';
import * as labels from '../../words/labels.ts';

export const texts = { photo: labels.photograph } as const satisfies Record<string, Text>;

/** Photographs that the text does not place: the first is its cover, the others stand below it in pairs. */
export function listUnplacedPhotographs({ photographs = [], mentions }: ArticleBody): Photograph[] {
  return photographs.filter(
    ({ id, renditions }) => !Object.hasOwn(mentions, `media:${id}`) && renditions.thumb,
  );
}

export function EntryPhotograph({ photo, isCover }: { photo: Photograph; isCover?: boolean }) {
  const language = useLanguage();
  const { thumb, medium, large } = photo.renditions;
  const shown = medium ?? thumb;
  return (
    <figure class={isCover ? 'entry-cover' : undefined}>
      <a href={(large ?? shown)?.path ?? ''}>
        <img
          src={shown?.path ?? ''}
          alt={photo.caption || texts.photo[language]}
          width={shown?.width ?? undefined}
          height={shown?.height ?? undefined}
          loading={isCover ? undefined : 'lazy'}
        />
      </a>
      {photo.caption && <figcaption class="small soft">{photo.caption}</figcaption>}
    </figure>
  );
}
