import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import type { list_household } from '../../../../features/actions/list_household.ts';
import { Card } from '../../ui/card.tsx';
import { HouseholdMembers } from '../../ui/household-members.tsx';
import * as labels from '../../words/labels.ts';

export const texts = {
  title: labels.whoLivesHere,
  invite: { en: 'Invite', ru: 'Пригласить' },
  all: labels.all,
} as const satisfies Record<string, Text>;

/** Members of the plot, who see each other; owners invite from here. */
export function HouseholdCard({
  plot,
  household,
}: {
  plot: string;
  household: ReplyOf<typeof list_household>;
}) {
  const href = fillPath(paths.inviteToPlot, { plot });
  return (
    <Card
      flush
      heading={{
        id: 'household',
        title: texts.title,
        link: { href, text: household.isOwner ? texts.invite : texts.all },
      }}
    >
      <HouseholdMembers members={household.members.slice(0, 5)} />
    </Card>
  );
}
