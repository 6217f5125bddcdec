import type { z } from 'zod';
import type { Language, Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { shortenName } from '../../../../domain/rules/short-name.ts';
import { edit_article } from '../../../../features/operations/journal/edit_article.ts';
import { show_article } from '../../../../features/operations/journal/show_article.ts';
import { list_residents } from '../../../../features/operations/settlement/list_residents.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Card } from '../../ui/card.tsx';
import { Fold } from '../../ui/fold.tsx';
import { FactList, List, ListCard } from '../../ui/list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { type Clock, formatBriefTime } from '../../words/format-time.ts';
import { plotText } from '../../words/resident-texts.ts';
import { formatCount, plotNoun } from '../../words/shared-texts.ts';
import { texts as draftTexts } from './announcement-preview.tsx';
import { formatNobody, formatNotified, formatRemaining, formatSentEmails } from './announcement-reach.ts';
import { PaperLinks, texts as paperTexts } from './paper-links.tsx';

export const texts = {
  title: { en: 'Who was told', ru: 'Кому сообщили' },
  site: { en: 'On the site', ru: 'На сайте' },
  letter: { en: 'By email', ru: 'Письмом' },
  sending: {
    en: 'Sending it out… The numbers come as soon as everybody has been told.',
    ru: 'Рассылаем… Числа появятся, как только сообщим всем.',
  },
  letters: { en: 'Emails sent', ru: 'Ушло писем' },
  lettersLeft: {
    en: 'The other emails are waiting for their time, did not get through, or are not needed because it was read first.',
    ru: 'Остальные письма ждут своего часа, не дошли или уже не нужны: там прочитали раньше.',
  },
  push: { en: 'On the phone', ru: 'На телефон' },
  door: { en: 'At the door', ru: 'Сказали лично' },
  read: { en: 'Read', ru: 'Прочитали' },
  acknowledged: { en: 'Said “understood”', ru: 'Нажали «Понятно»' },
  urgent: {
    en: 'Urgent: repeated after 1, 6 and 24 hours where nobody has said “understood”.',
    ru: 'Срочное: повторим через час, 6 часов и сутки там, где не нажали «Понятно».',
  },
  byPlot: { en: 'By plot', ru: 'По участкам' },
  notTold: { en: 'not told yet', ru: 'ещё не сообщили' },
  onPaperOnly: { en: 'On paper only', ru: 'Только на бумаге' },
  onPaper: { en: 'nobody uses the site: on paper only', ru: 'никто не записан на сайте: только на бумаге' },
  nobody: { en: 'No plots yet', ru: 'Участков пока нет' },
  nobodyWhy: {
    en: 'Import the village’s plots first.',
    ru: 'Сначала внесите участки посёлка.',
  },
  again: { en: 'Tell again', ru: 'Сообщить ещё раз' },
  toldAgain: { en: 'Households are being told again.', ru: 'Сообщаем домам ещё раз.' },
} as const satisfies Record<string, Text>;

type NotifiedPlot = NonNullable<z.output<typeof list_residents.output>['plots']>[number];

const again = form(edit_article, {
  path: paths.notifyAgain,
  isButton: true,
  given: () => ({ tell_again: true }),
  done: (_, names) => ({ to: fillPath(paths.articleRecipients, names), notice: texts.toldAgain }),
});

export const announcementDeliveryPage = definePage({
  path: paths.articleRecipients,
  access: 'signed-in',
  texts,
  countsBySize: true,
  async load({ settlement, article }, pageRequest) {
    const { call, text } = pageRequest;
    const [place, { data }] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      call(show_article, { settlement, article }),
    ]);
    if (!place.membership.isBoard) refuse.forbidden(draftTexts.boardOnly);
    const told = data.told ?? refuse.notFound('article');
    const { plots = [], cursor } = await call(list_residents, {
      settlement,
      told_of: data.id,
      limit: '100',
      ...(text('cursor') && { cursor: text('cursor') }),
    });
    return { ...place, article: data, told, plots, cursor };
  },
  actions: { again },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, article, told, plots, cursor, clock }, { language }) => {
    const address = { settlement: settlement.slug, article: article.slug };
    const nobody = formatNobody(told, language);
    // Plots that only paper reaches are folded: in a young village they are most, and hide the others.
    const onPaper = plots.filter((plot) => plot.nobody && !isNotified(plot));
    const reached = plots.filter((plot) => !onPaper.includes(plot));
    return (
      <div data-region="told" data-live="news">
        <PageHead
          title={texts.title}
          line={article.title}
          parent={{ href: fillPath(paths.article, address), text: draftTexts.announcement }}
          action={
            <again.Button at={address} kind="quiet" compact icon="send">
              {texts.again}
            </again.Button>
          }
        />
        <div class="stack">
          <Card>
            {told.sending ? (
              <p>
                <b>{texts.sending}</b>
              </p>
            ) : (
              <ReachFacts told={told} isUrgent={article.urgent ?? false} language={language} />
            )}
            {nobody && <p>{nobody}</p>}
            {article.urgent && <p>{texts.urgent}</p>}
          </Card>
          <Card heading={{ id: 'paper', title: paperTexts.title }} flush>
            <PaperLinks settlement={settlement.slug} article={article.slug} isPublished />
          </Card>
          {(reached.length > 0 || onPaper.length === 0) && (
            <ListCard
              heading={{ id: 'plots', title: texts.byPlot }}
              icon="plot"
              none={texts.nobody}
              why={texts.nobodyWhy}
            >
              {reached.map((plot) => (
                <PlotRow key={plot.parcel.id} plot={plot} clock={clock} />
              ))}
            </ListCard>
          )}
          {onPaper.length > 0 && (
            <Fold
              title={`${texts.onPaperOnly[language]}: ${formatCount(language, onPaper.length, plotNoun)}`}
            >
              <List>
                {onPaper.map((plot) => (
                  <PlotRow key={plot.parcel.id} plot={plot} clock={clock} />
                ))}
              </List>
            </Fold>
          )}
          <Pager cursor={cursor} />
        </div>
      </div>
    );
  },
});

const isNotified = (plot: NotifiedPlot) =>
  [plot.site_at, plot.push_at, plot.letter_at, plot.read_at, plot.acknowledged_at].some(Boolean);

type Told = NonNullable<z.output<typeof show_article.output>['data']['told']>;

/** Letters are counted as letters, everything else as plots. */
function ReachFacts({ told, isUrgent, language }: { told: Told; isUrgent: boolean; language: Language }) {
  const plots = (count: number) => formatCount(language, count, plotNoun);
  const left = formatRemaining(told, language);
  return (
    <>
      <p>
        <b>{formatNotified(told, language)}</b>
      </p>
      {left && <p>{left}</p>}
      <progress
        class="reach"
        max={told.households_in_all}
        value={told.households}
        aria-label={formatNotified(told, language)}
      />
      <FactList
        facts={[
          ...(told.letters_in_all > 0 ? [[texts.letters, formatSentEmails(told, language)] as const] : []),
          [texts.letter, plots(told.letter_households)],
          [texts.push, plots(told.pushes)],
          ...(told.doors > 0 ? [[texts.door, plots(told.doors)] as const] : []),
          [texts.read, plots(told.read)],
          ...(isUrgent ? [[texts.acknowledged, plots(told.acknowledged)] as const] : []),
        ]}
      />
      {told.letters < told.letters_in_all && <p class="small soft">{texts.lettersLeft}</p>}
    </>
  );
}

/** How a household was notified; the printed page lists whom to visit in person. */
function PlotRow({ plot, clock }: { plot: NotifiedPlot; clock: Clock }) {
  const { language } = clock;
  const ways = [
    [texts.site, plot.site_at],
    [texts.push, plot.push_at],
    [texts.letter, plot.letter_at],
    [texts.door, plot.door_at, plot.door_by],
    [texts.read, plot.read_at],
    [texts.acknowledged, plot.acknowledged_at],
  ] as const;
  const deliveries = ways.flatMap(([way, at, by]) =>
    at ? [`${way[language]}: ${formatBriefTime(at, clock)}${by ? ` (${shortenName(by)})` : ''}`] : [],
  );
  return (
    <Row
      icon="plot"
      tone={plot.read_at || plot.acknowledged_at ? 'green' : deliveries.length === 0 ? 'warn' : undefined}
      title={`${plotText[language]} ${plot.parcel.number}`}
      line={deliveries.length > 0 ? deliveries.join(' · ') : plot.nobody ? texts.onPaper : texts.notTold}
    />
  );
}
