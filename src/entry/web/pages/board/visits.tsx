import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { shortenName } from '../../../../domain/rules/short-name.ts';
import { list_plots_to_visit, maxPlotsToVisit } from '../../../../features/actions/list_plots_to_visit.ts';
import { record_visit } from '../../../../features/actions/record_visit.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { type Clock, formatBriefTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { plotText } from '../../words/resident-texts.ts';
import { texts as linkTexts } from './paper-links.tsx';
import { PaperParts, readPart } from './paper-parts.tsx';
import { texts as listTexts } from './visit-list.tsx';

export const texts = {
  title: linkTexts.visits,
  counts: {
    en: 'Told: {told} · nobody at home: {missed} · left: {left}',
    ru: 'Сказали: {told} · никого: {missed} · осталось: {left}',
  },
  told: { en: 'Told', ru: 'Сказали' },
  nobody: { en: 'Nobody', ru: 'Никого' },
  undo: labels.takeBack,
  toldBy: { en: 'told', ru: 'сказали' },
  missedBy: { en: 'nobody at home', ru: 'никого не было' },
  elsewhere: { en: 'Without a street', ru: 'Без улицы' },
  none: listTexts.none,
  noneWhy: listTexts.noneWhy,
} as const satisfies Record<string, Text>;

type Visited = ReplyOf<typeof list_plots_to_visit>['plots'][number];

const visit = form(record_visit, {
  path: paths.recordVisit,
  isButton: true,
  given: (_, { text }) => ({
    outcome: text('outcome') as 'told',
    ...(text('seen_at') && { seen_at: text('seen_at') }),
  }),
  // The row says what became of it; a page that shows a notice would not be kept on the phone.
  done: (_, { parcel, ...address }, { text }) => ({
    to: `${fillPath(paths.visits, address)}${text('part') ? `?part=${readPart(text('part'))}` : ''}#plot-${parcel}`,
  }),
});

/**
 * Kept on the phone, so that it can be used without a connection: names, but no telephone numbers and no addresses of
 * people, which are on the printed list.
 */
export const visitsPage = definePage({
  path: paths.visits,
  access: 'signed-in',
  texts,
  countsBySize: true,
  async load(names, pageRequest) {
    const { call, text } = pageRequest;
    const part = readPart(text('part'));
    const [place, found] = await Promise.all([
      loadSettlementContext(names.settlement, pageRequest),
      call(list_plots_to_visit, { ...names, visited: true, offset: String((part - 1) * maxPlotsToVisit) }),
    ]);
    if (!found.article.isPublished) refuse.notFound('article');
    return { ...place, ...found, part };
  },
  actions: { visit },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, clock, article, plots, inAll, told, missed, part }, { language }) => {
    const address = { settlement: settlement.slug, article: article.slug };
    const counts = texts.counts[language]
      .replace('{told}', String(told))
      .replace('{missed}', String(missed))
      .replace('{left}', String(inAll - told - missed));
    return (
      <Screen
        title={texts.title}
        line={article.title}
        parent={{ href: fillPath(paths.articleRecipients, address), text: labels.announcement }}
      >
        <div class="stack" data-region="visits">
          <p>
            <b>{counts}</b>
          </p>
          {plots.length === 0 && (
            <ListCard icon="check" none={texts.none} why={texts.noneWhy}>
              {[]}
            </ListCard>
          )}
          {groupByStreet(plots).map(({ street, plots: ofStreet }, index) => (
            <ListCard
              key={street}
              heading={{ id: `street-${index}`, title: street || texts.elsewhere[language] }}
            >
              {ofStreet.map((plot) => (
                <PlotRow key={plot.id} plot={plot} address={address} part={part} clock={clock} />
              ))}
            </ListCard>
          ))}
          <PaperParts
            part={part}
            size={maxPlotsToVisit}
            inAll={inAll}
            href={fillPath(paths.visits, address)}
          />
        </div>
      </Screen>
    );
  },
});

/** Neighbours in the list have one street, because the list is sorted by it. */
function groupByStreet(plots: readonly Visited[]): { street: string; plots: Visited[] }[] {
  const groups: { street: string; plots: Visited[] }[] = [];
  for (const plot of plots) {
    const last = groups.at(-1);
    if (last?.street === plot.street) last.plots.push(plot);
    else groups.push({ street: plot.street, plots: [plot] });
  }
  return groups;
}

type PlotRowProps = {
  readonly plot: Visited;
  readonly address: { readonly settlement: string; readonly article: string };
  readonly part: number;
  readonly clock: Clock;
};

function PlotRow({ plot, address, part, clock }: PlotRowProps) {
  const { language } = clock;
  const name = `${plotText[language]} ${plot.number}`;
  const { visit: made } = plot;
  const people = plot.people.map((person) => person.name).join(', ') || listTexts.nobody[language];
  const state =
    made &&
    [
      (made.outcome === 'told' ? texts.toldBy : texts.missedBy)[language],
      shortenName(made.by),
      formatBriefTime(made.at.toISOString(), clock),
    ].join(' · ');
  return (
    <Row
      icon={made?.outcome === 'told' ? 'check' : 'plot'}
      tone={made?.outcome === 'told' ? 'green' : made ? 'warn' : undefined}
      title={<span id={`plot-${plot.id}`}>{name}</span>}
      line={state ? `${people} · ${state}` : people}
      action={
        <visit.Form
          at={{ ...address, parcel: plot.id }}
          id={`visit-${plot.id}`}
          class="visit"
          hidden={{ seen_at: made?.at.toISOString(), part: part > 1 ? String(part) : undefined }}
          enhance="visits"
          outbox={`${name}: ${texts.title[language].toLowerCase()}`}
          takeBack={texts.undo}
        >
          <Buttons>
            {made?.outcome !== 'told' && (
              <Button name="outcome" value="told" kind="quiet" compact icon="check" about={name}>
                {texts.told}
              </Button>
            )}
            {!made && (
              <Button name="outcome" value="nobody" kind="bare" compact about={name}>
                {texts.nobody}
              </Button>
            )}
            {made && (
              <Button name="outcome" value="undo" kind="bare" compact about={name}>
                {texts.undo}
              </Button>
            )}
          </Buttons>
        </visit.Form>
      }
    />
  );
}
