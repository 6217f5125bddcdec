import type { Text } from '../../../i18n/text.ts';
import { show_settlement } from '../../../operations/settlement/show_settlement.ts';
import { fillPath, paths } from '../../../site/paths.ts';
import { definePage } from '../../page.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts, List } from '../../ui/list.tsx';
import { Outline, type Point } from '../../ui/outline.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Row } from '../../ui/row.tsx';
import { Columns } from '../../ui/section.tsx';
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
  live: { en: 'Do you live here?', ru: 'Живёте здесь?' },
  stranger: {
    en: 'Sign in: the settlement’s news and your plot’s diary are open to residents.',
    ru: 'Войдите: жителям открыты новости посёлка и дневник участка.',
  },
  signIn: { en: 'Sign in', ru: 'Войти' },
  connect: { en: 'Ask an assistant about this settlement', ru: 'Спросить о посёлке у помощника' },
  articles: { en: 'News and diaries', ru: 'Новости и дневники' },
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
        <PageHead
          title={settlement.name}
          line={placeOf(settlement)}
          parent={{ href: paths.home, text: texts.back[language] }}
        />
        <Columns
          main={
            <>
              <Card flush>
                <List>
                  <Row
                    href={fillPath(paths.articles, { settlement: settlement.slug })}
                    icon="announce"
                    title={texts.articles[language]}
                  />
                  <Row
                    href={`${paths.connect}?audience=public`}
                    icon="assistant"
                    title={texts.connect[language]}
                  />
                </List>
              </Card>
              {!view.account && (
                <Card>
                  <EmptyState
                    icon="village"
                    title={texts.live[language]}
                    action={
                      <LinkButton
                        href={`${paths.login}?${new URLSearchParams({ next: fillPath(paths.settlement, { settlement: settlement.slug }) })}`}
                      >
                        {texts.signIn[language]}
                      </LinkButton>
                    }
                  >
                    {texts.stranger[language]}
                  </EmptyState>
                </Card>
              )}
              {ring && <Outline ring={ring} title={texts.boundary[language]} />}
            </>
          }
          side={
            <Card>
              <Facts facts={facts.map(([name, value]) => [name[language], value || '—'] as const)} />
            </Card>
          }
        />
      </>
    );
  },
});

function placeOf({ region, address }: SettlementEntry): string {
  return [region, address].filter(Boolean).join(', ');
}
