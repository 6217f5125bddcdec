import type { Language, Text } from '../../../base/i18n/text.ts';
import { paths } from '../../../base/site/paths.ts';
import * as labels from '../words/labels.ts';
import { siteName } from '../words/shared-texts.ts';
import { findAssetByName } from './assets.ts';
import { Icon } from './icon.tsx';
import { useLanguage } from './language-context.ts';
import { type Overview, type Place, placeKey } from './navigation.ts';

export const texts = {
  find: labels.findVillage,
  plot: labels.plotAbbreviation,
  board: { en: 'board', ru: 'правление' },
} as const satisfies Record<string, Text>;

const formatPlot = (place: Place, language: Language) =>
  place.plot ? `${texts.plot[language]}\u00a0${place.plot.number}` : undefined;

/** The quoted part of an official name, to save space: `СНТ «Берёзка»` becomes `Берёзка`. */
const extractQuotedName = (name: string) => /«(.+)»/.exec(name)?.[1] ?? name;

/** The selected settlement and a menu of the others. Opens without script. */
export function PlaceSwitcher({ overview, brand }: { overview: Overview; brand?: boolean | undefined }) {
  const language = useLanguage();
  const { place, places, board } = overview;
  const about =
    place && [board && texts.board[language], formatPlot(place, language)].filter(Boolean).join(' · ');
  const name = extractQuotedName(place?.name ?? siteName[language]);
  return (
    <details class="place" name="menu">
      <summary>
        {brand && <img class="brand" src={findAssetByName('logo.svg').path} alt="" width="32" height="32" />}
        {brand ? (
          <span>
            <b>{name}</b>
            {about && <span class="soft">{about}</span>}
          </span>
        ) : (
          <>
            <span>{name}</span>
            {place?.plot && <span class="soft never-cut">· {formatPlot(place, language)}</span>}
          </>
        )}
        <Icon name="down" size="s" />
      </summary>
      <ul class="menu">
        {places.map((each) => (
          <li key={each.slug + each.plot?.id}>
            <a
              href={`/today?place=${encodeURIComponent(placeKey(each))}`}
              aria-current={
                each.slug === place?.slug && each.plot?.id === place.plot?.id ? 'true' : undefined
              }
            >
              <Icon name="village" />
              {[each.name, formatPlot(each, language)].filter(Boolean).join(', ')}
            </a>
          </li>
        ))}
        <li>
          <a href={paths.settlements}>
            <Icon name="search" />
            {texts.find}
          </a>
        </li>
      </ul>
    </details>
  );
}
