import type { Text } from '../../../i18n/text.ts';
import { show_settlement } from '../../../operations/settlement/show_settlement.ts';
import { fillPath, paths } from '../../../site/paths.ts';
import { definePage } from '../../page.ts';
import { Outline, type Point } from '../../ui/outline.tsx';
import { settlementKinds, settlementStatuses, wordFor } from '../../words/names.ts';
import type { SettlementEntry } from './home.tsx';

export const texts = {
  title: { en: 'Settlement', ru: 'Посёлок' },
  back: { en: 'All settlements', ru: 'Все посёлки' },
  kind: { en: 'Kind', ru: 'Вид' },
  status: { en: 'How far along', ru: 'Состояние' },
  region: { en: 'Region', ru: 'Регион' },
  address: { en: 'Address', ru: 'Адрес' },
  plots: { en: 'Plots', ru: 'Участков' },
  boundary: { en: 'Outline of the settlement, north at the top', ru: 'Граница посёлка, север сверху' },
  next: { en: 'What you can do', ru: 'Что можно сделать' },
  stranger: {
    en: 'Do you live here? Sign in: the settlement’s news and your plot’s diary are open to residents.',
    ru: 'Живёте здесь? Войдите: жителям открыты новости посёлка и дневник участка.',
  },
  known: {
    en: 'Connect an assistant to read the settlement’s news and keep your plot’s diary with it.',
    ru: 'Подключите помощника: с ним удобно читать новости посёлка и вести дневник участка.',
  },
  signIn: { en: 'Sign in', ru: 'Войти' },
  join: { en: 'Connect an assistant', ru: 'Подключить помощника' },
  connect: { en: 'Ask an assistant about this settlement', ru: 'Спросить о посёлке у помощника' },
  articles: { en: 'News and diaries open to everybody', ru: 'Открытые новости и дневники' },
} as const satisfies Record<string, Text>;

export const settlementPage = definePage({
  path: paths.settlement,
  for: 'anybody',
  texts,
  async load({ settlement }, { call }) {
    const { data } = await call(show_settlement, { settlement });
    return {
      settlement: data as SettlementEntry,
      ring: (data.boundary?.ring ?? null) as readonly Point[] | null,
    };
  },
  head: ({ settlement }) => ({ title: settlement.name, description: placeOf(settlement) }),
  render: ({ settlement, ring }, view) => {
    const { language } = view;
    const facts: readonly (readonly [Text, string])[] = [
      [texts.kind, wordFor(settlementKinds, settlement.kind, language)],
      [texts.status, wordFor(settlementStatuses, settlement.status, language)],
      [texts.region, settlement.region],
      [texts.address, settlement.address],
      [texts.plots, new Intl.NumberFormat(language).format(settlement.parcels_total)],
    ];
    return (
      <>
        <p>
          <a class="back" href={paths.home}>
            {texts.back[language]}
          </a>
        </p>
        <h1>{settlement.name}</h1>
        <div class="halves">
          <dl class="facts">
            {facts.map(([name, value]) => (
              <div key={name.en}>
                <dt>{name[language]}</dt>
                <dd>{value || '—'}</dd>
              </div>
            ))}
          </dl>
          {ring && <Outline ring={ring} title={texts.boundary[language]} />}
        </div>
        <section aria-labelledby="next">
          <h2 id="next">{texts.next[language]}</h2>
          <p>{(view.account ? texts.known : texts.stranger)[language]}</p>
          <p>
            <a class="button" href={view.account ? paths.connect : paths.login}>
              {(view.account ? texts.join : texts.signIn)[language]}
            </a>
          </p>
          <ul class="links">
            <li>
              <a href={`${paths.connect}?audience=public`}>{texts.connect[language]}</a>
            </li>
            <li>
              <a href={fillPath(paths.articles, { settlement: settlement.slug })}>
                {texts.articles[language]}
              </a>
            </li>
          </ul>
        </section>
      </>
    );
  },
});

function placeOf({ region, address }: SettlementEntry): string {
  return [region, address].filter(Boolean).join(', ');
}
