import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { definePage } from '../../page/page.ts';
import { LinkButton } from '../../ui/button.tsx';
import { CommonDevicesCard } from '../../ui/common-devices.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Columns } from '../../ui/section.tsx';
import { WaitingClaimsCard } from '../../ui/waiting-claims.tsx';
import * as labels from '../../words/labels.ts';
import { loadVillage, type VillageData } from './load-village.ts';
import {
  ComingDays,
  districtOf,
  Emergency,
  News,
  OpenTasks,
  VillageFacts,
  VillageLinks,
} from './village-cards.tsx';

export const texts = {
  title: labels.village,
  back: { en: 'All villages', ru: 'Все посёлки' },
  live: labels.iLiveHere,
  liveWhy: {
    en: 'Once the board confirms you, the news, the directory and your plot’s diary open up.',
    ru: 'Правление подтвердит\u00a0— и вам откроются новости, соседи и дневник участка.',
  },
} as const satisfies Record<string, Text>;

export const settlementPage = definePage({
  path: paths.settlement,
  access: 'anybody',
  texts,
  load: ({ settlement }, pageRequest) => loadVillage(settlement, pageRequest),
  head: ({ settlement }) => ({ title: settlement.name, description: formatLocation(settlement) }),
  render: (data) => (
    <>
      <PageHead
        title={data.settlement.name}
        line={formatLocation(data.settlement)}
        parent={{ href: paths.settlements, text: texts.back }}
      />
      <MembershipNotice data={data} />
      <Columns
        main={
          <>
            <VillageLinks data={data} />
            <CommonDevicesCard
              settlement={data.settlement.slug}
              sensors={data.commons.sensors}
              clock={data.clock}
            />
            <ComingDays data={data} />
            <News data={data} />
            <OpenTasks data={data} />
          </>
        }
        side={
          <>
            <Emergency data={data} />
            <VillageFacts data={data} />
          </>
        }
      />
    </>
  ),
});

/** Pending claims, or the invitation to join; nothing for residents and the board. */
function MembershipNotice({ data: { settlement, membership, waiting, clock } }: { data: VillageData }) {
  const { isResident, isBoard } = membership;
  if (waiting)
    return (
      <div class="gap-below">
        <WaitingClaimsCard waiting={waiting} settlement={settlement.slug} clock={clock} />
      </div>
    );
  if (isResident || isBoard) return null;
  return (
    <div class="card gap-below join-card">
      <p class="soft">{texts.liveWhy}</p>
      <LinkButton href={fillPath(paths.join, { settlement: settlement.slug })} icon="plot">
        {texts.live}
      </LinkButton>
    </div>
  );
}

function formatLocation(settlement: VillageData['settlement']): string {
  const { region, address } = settlement;
  return [region, districtOf(settlement), address].filter(Boolean).join(', ');
}
