import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { list_plots_to_visit, maxPlotsToVisit } from '../../../../features/actions/list_plots_to_visit.ts';
import { definePage } from '../../page/page.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { formatPhone } from '../../words/directory-texts.ts';
import { formatFullDate } from '../../words/format-time.ts';
import { plotText } from '../../words/resident-texts.ts';
import { formatCount, plotNoun } from '../../words/shared-texts.ts';
import { loadPaperAnnouncement } from './paper-announcement.ts';
import { PaperHead } from './paper-head.tsx';
import { texts as linkTexts } from './paper-links.tsx';
import { PaperParts, readPart } from './paper-parts.tsx';

export const texts = {
  title: linkTexts.doors,
  which: { en: 'Which plots', ru: 'Какие участки' },
  unreached: { en: 'Not reached', ru: 'Не дойдёт' },
  unread: { en: 'Not read', ru: 'Не прочитали' },
  unacknowledged: { en: 'Not “understood”', ru: 'Не нажали «Понятно»' },
  how: { en: 'On foot or by phone', ru: 'Обойти или позвонить' },
  all: { en: 'All', ru: 'Все' },
  phones: { en: 'With a number', ru: 'С телефоном' },
  who: { en: 'Who, and the number', ru: 'Кто и телефон' },
  mark: { en: 'Told', ru: 'Отметка' },
  nobody: { en: 'nobody is recorded', ru: 'никто не записан' },
  none: { en: 'There are no such plots', ru: 'Таких участков нет' },
  noneWhy: {
    en: 'The announcement reaches the others without you.',
    ru: 'До остальных объявление дойдёт само.',
  },
} as const satisfies Record<string, Text>;

type Visited = ReplyOf<typeof list_plots_to_visit>['plots'][number];

export const visitListPage = definePage({
  path: paths.visitList,
  access: 'signed-in',
  texts,
  countsBySize: true,
  // Names and numbers of people: never cached on a device.
  offline: false,
  async load(names, pageRequest) {
    const { call, text } = pageRequest;
    const paper = await loadPaperAnnouncement(names, pageRequest);
    const which: 'unread' | 'unreached' =
      text('which') === 'unread' && !paper.announcement.isDraft ? 'unread' : 'unreached';
    const phones = text('phones') === 'true';
    const part = readPart(text('part'));
    const { plots, inAll } = await call(list_plots_to_visit, {
      ...names,
      which,
      phones,
      offset: String((part - 1) * maxPlotsToVisit),
    });
    return { ...paper, which, phones, plots, parts: { part, size: maxPlotsToVisit, inAll } };
  },
  head: () => ({ width: 'narrow', sheets: ['print-paper.css'] }),
  render: ({ settlement, clock, announcement, which, phones, plots, parts }, { language }) => {
    const page = fillPath(paths.visitList, { settlement: settlement.slug, article: announcement.slug });
    const nameOf = (each: 'unread' | 'unreached') =>
      texts[each === 'unread' && announcement.isUrgent ? 'unacknowledged' : each];
    const hrefOf = (wanted: { which?: string; phones?: boolean }) => {
      const query = new URLSearchParams({
        ...((wanted.which ?? which) === 'unread' && { which: 'unread' }),
        ...((wanted.phones ?? phones) && { phones: 'true' }),
      }).toString();
      return query === '' ? page : `${page}?${query}`;
    };
    return (
      <>
        <PaperHead
          title={texts.title}
          path={paths.visitList}
          settlement={settlement.slug}
          announcement={announcement}
        />
        <div class="unprinted stack gap-below">
          {!announcement.isDraft && (
            <Segments
              label={texts.which}
              tabs={(['unreached', 'unread'] as const).map((each) => ({
                href: hrefOf({ which: each }),
                text: nameOf(each)[language],
              }))}
              here={hrefOf({})}
            />
          )}
          <Segments
            label={texts.how}
            tabs={[
              { href: hrefOf({ phones: false }), text: texts.all },
              { href: hrefOf({ phones: true }), text: texts.phones },
            ]}
            here={hrefOf({})}
          />
          <PaperParts {...parts} href={hrefOf({})} />
        </div>
        {plots.length === 0 ? (
          <EmptyState icon="check" title={texts.none}>
            {texts.noneWhy}
          </EmptyState>
        ) : (
          <table class="visit-list">
            <caption>
              <span class="visit-list-title">{announcement.title}</span>
              <span class="visit-list-about">
                {settlement.name} · {nameOf(which)[language]} · {formatCount(language, parts.inAll, plotNoun)}{' '}
                · {formatFullDate(clock.now.getTime(), clock)}
              </span>
            </caption>
            <thead>
              <tr>
                {[plotText, texts.who, texts.mark].map((text) => (
                  <th key={text.en} scope="col">
                    {text}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {plots.map((plot) => (
                <PlotRow key={plot.id} plot={plot} />
              ))}
            </tbody>
          </table>
        )}
      </>
    );
  },
});

/** A line for each person of the plot; a number is tapped on a phone, and read on paper. */
function PlotRow({ plot: { number, people } }: { plot: Visited }) {
  return (
    <tr>
      <th scope="row">
        <span class="visit-list-plot">{plotText} </span>
        {number}
      </th>
      <td>
        {people.length === 0 && <i>{texts.nobody}</i>}
        {people.map(({ name, phones }, index) => (
          <div key={`${index}`} class="visit-list-person">
            <span>{name}</span>
            <span>
              {phones.map((phone) => (
                <a key={phone} href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
                  {formatPhone(phone)}
                </a>
              ))}
            </span>
          </div>
        ))}
      </td>
      <td />
    </tr>
  );
}
