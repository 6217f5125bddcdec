import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { type Media, type Plot, thumbnailUrl } from '../../loaders/plot.ts';
import { useLanguage } from '../../ui/language-context.ts';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';

export const texts = {
  photo: labels.photograph,
  waits: { en: 'is being prepared', ru: 'готовится' },
} as const satisfies Record<string, Text>;

/** Square thumbnails that link to the photograph on the page of photographs. */
export function PhotoGrid({ plot, media, cursor }: { plot: Plot; media: readonly Media[]; cursor?: string }) {
  const language = useLanguage();
  return (
    <ul class="photos">
      {media.map((one) => {
        const query = new URLSearchParams({ photo: one.id, ...(cursor && { cursor }) });
        const name =
          one.caption ||
          `${texts.photo[language]}, ${formatRelativeTime(one.taken_at ?? one.created_at, plot.clock)}`;
        return (
          <li key={one.id} class="photo">
            <a href={`${fillPath(paths.plotPhotos, { plot: plot.id })}?${query}`}>
              {thumbnailUrl(one) === '' ? (
                <span class="small soft">{`${name}: ${texts.waits[language]}`}</span>
              ) : (
                <img src={thumbnailUrl(one)} alt={name} width="160" height="160" loading="lazy" />
              )}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
