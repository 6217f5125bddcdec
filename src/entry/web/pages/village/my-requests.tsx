import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { remind_of_claim } from '../../../../features/actions/remind_of_claim.ts';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { CompanyRequests } from './company-requests.tsx';
import { loadRequests, type RequestsData } from './load-requests.ts';
import { OwnPlots, PlotClaims, withdrawClaim } from './plot-claim-cards.tsx';
import { Corrections, Requests, RevisionRequests, withdrawCorrection } from './request-cards.tsx';
import { VillageRequests, withdrawVillage } from './village-requests.tsx';

export const texts = {
  title: labels.myRequests,
  none: { en: 'You have asked for nothing yet', ru: 'Вы пока ни о чём не просили' },
  noneWhy: {
    en: 'See what happened to your claim to a plot, your corrections, texts and requests.',
    ru: 'Здесь видно, что стало с заявкой на участок, с правками справочника, с текстами и просьбами.',
  },
  find: labels.findVillage,
  reminded: { en: 'The board has been reminded.', ru: 'Мы напомнили правлению.' },
} as const satisfies Record<string, Text>;

/** From wherever a waiting claim is shown. */
const remind = form(remind_of_claim, {
  path: paths.remindOfClaim,
  isButton: true,
  done: () => ({ to: paths.myRequests, notice: texts.reminded }),
});

/** State of all the user's requests, with the reason of each refusal. */
export const myRequestsPage = definePage({
  path: paths.myRequests,
  access: 'signed-in',
  texts,
  load: (_, pageRequest) => loadRequests(pageRequest),
  actions: { withdrawClaim, remind, withdrawCorrection, withdrawVillage },
  head: () => ({ width: 'narrow' }),
  render: (data) => (
    <Screen title={texts.title} parent={{ href: paths.more, text: labels.more }}>
      <PlotClaims data={data} />
      <OwnPlots data={data} />
      <VillageRequests data={data} />
      <CompanyRequests data={data} />
      <Corrections data={data} />
      <RevisionRequests data={data} />
      <Requests data={data} />
      {isEmpty(data) && (
        <EmptyState
          icon="check"
          title={texts.none}
          action={<LinkButton href={paths.settlements}>{texts.find}</LinkButton>}
        >
          {texts.noneWhy}
        </EmptyState>
      )}
    </Screen>
  ),
});

function isEmpty({ me, proposals, waiting, returned, tasks, villages, companies }: RequestsData): boolean {
  return [
    me.parcels,
    me.ended_parcels,
    proposals.proposals,
    waiting.revisions,
    returned.revisions,
    tasks.tasks,
    villages,
    companies,
  ].every((all) => all.length === 0);
}
