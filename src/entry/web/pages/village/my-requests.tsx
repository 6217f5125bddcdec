import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { remind_of_claim } from '../../../../features/actions/remind_of_claim.ts';
import { withdraw_settlement_request } from '../../../../features/actions/withdraw_settlement_request.ts';
import { withdraw_change_proposal } from '../../../../features/operations/proposal/withdraw_change_proposal.ts';
import { remove_resident } from '../../../../features/operations/settlement/remove_resident.ts';
import { definePage, submitTo } from '../../page/page.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import * as labels from '../../words/labels.ts';
import { loadRequests, type RequestsData } from './load-requests.ts';
import { OwnPlots, PlotClaims } from './plot-claim-cards.tsx';
import { Corrections, Requests, RevisionRequests } from './request-cards.tsx';
import { VillageRequests } from './village-requests.tsx';

export const texts = {
  title: labels.myRequests,
  none: { en: 'You have asked for nothing yet', ru: 'Вы пока ни о чём не просили' },
  noneWhy: {
    en: 'Here you see what became of your claim to a plot, of corrections to the directory, of texts and requests.',
    ru: 'Здесь видно, что стало с заявкой на участок, с правками справочника, с текстами и просьбами.',
  },
  find: labels.findVillage,
  reminded: { en: 'The board has been reminded.', ru: 'Мы напомнили правлению.' },
  withdrawn: { en: 'Taken back.', ru: 'Заявка отозвана.' },
} as const satisfies Record<string, Text>;

/** State of all the user's requests, with the reason of each refusal. */
export const myRequestsPage = definePage({
  path: paths.myRequests,
  access: 'signed-in',
  texts,
  load: (_, pageRequest) => loadRequests(pageRequest),
  actions: {
    withdrawClaim: submitTo(remove_resident, {
      path: paths.withdrawClaim,
      isButton: true,
      read: (form, { resident }) => ({ settlement: form.get('settlement') ?? '', resident }),
      done: () => ({ to: paths.myRequests, notice: texts.withdrawn }),
    }),
    remind: {
      path: paths.remindOfClaim,
      isButton: true,
      async perform({ resident }, { call }) {
        await call(remind_of_claim, { resident });
        return { to: paths.myRequests, notice: texts.reminded };
      },
    },
    withdrawCorrection: submitTo(withdraw_change_proposal, {
      path: paths.withdrawCorrection,
      isButton: true,
      read: (form, { proposal }) => ({ settlement: form.get('settlement') ?? '', proposal }),
      done: () => ({ to: paths.myRequests, notice: texts.withdrawn }),
    }),
    withdrawVillage: {
      path: paths.withdrawSettlementRequest,
      isButton: true,
      async perform({ request }, { call }) {
        await call(withdraw_settlement_request, { request });
        return { to: paths.myRequests, notice: texts.withdrawn };
      },
    },
  },
  head: () => ({ width: 'narrow' }),
  render: (data) => (
    <>
      <PageHead title={texts.title} parent={{ href: paths.more, text: moreText }} />
      <div class="stack">
        <PlotClaims data={data} />
        <OwnPlots data={data} />
        <VillageRequests data={data} />
        <Corrections data={data} />
        <RevisionRequests data={data} />
        <Requests data={data} />
        {isEmpty(data) && (
          <Card>
            <EmptyState
              icon="check"
              title={texts.none}
              action={<LinkButton href={paths.settlements}>{texts.find}</LinkButton>}
            >
              {texts.noneWhy}
            </EmptyState>
          </Card>
        )}
      </div>
    </>
  ),
});

const moreText: Text = labels.more;

function isEmpty({ me, proposals, waiting, returned, tasks, villages }: RequestsData): boolean {
  return [
    me.parcels,
    me.ended_parcels,
    proposals.proposals,
    waiting.revisions,
    returned.revisions,
    tasks.tasks,
    villages,
  ].every((all) => all.length === 0);
}
