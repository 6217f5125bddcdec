import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isInvitedRole } from '../../../../domain/rules/residency.ts';
import { list_household } from '../../../../features/actions/list_household.ts';
import { list_residents } from '../../../../features/operations/settlement/list_residents.ts';
import { chooseEmailOrigin, choosePaperOrigin } from '../../loaders/link-origin.ts';
import { definePage } from '../../page/page.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { Card } from '../../ui/card.tsx';
import { HouseholdMembers } from '../../ui/household-members.tsx';
import { LocalAddressNotice } from '../../ui/local-address.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { plotText } from '../../words/resident-texts.ts';
import {
  confirm,
  FormerHousehold,
  HouseholdClaims,
  InvitationLink,
  Invitations,
  withdraw,
} from './household-parts.tsx';
import { InviteForms, invite, link } from './invite-forms.tsx';
import { requireOwnPlot } from './own-plot.ts';

export const texts = {
  title: labels.whoLivesHere,
  ownersInvite: {
    en: 'Only the owner of the plot invites people.',
    ru: 'Приглашать может только собственник участка.',
  },
} as const satisfies Record<string, Text>;

/** Everybody on the plot; its owners invite, see open invitations and decide claims of family and tenants. */
export const invitePage = definePage({
  path: paths.inviteToPlot,
  access: 'signed-in',
  secret: true,
  texts,
  missing: {
    email: {
      en: 'Enter the email address of the person you are inviting.',
      ru: 'Напишите почту того, кого приглашаете.',
    },
    role: { en: 'Choose who the person will be here.', ru: 'Выберите, кем человек здесь будет.' },
  },
  async load({ plot: id }, pageRequest) {
    const plot = await requireOwnPlot(pageRequest, id);
    const filter = { settlement: plot.settlement, parcel: plot.parcel_id, state: 'claimed', limit: '20' };
    const [household, clock, claims] = await Promise.all([
      pageRequest.call(list_household, { parcel: plot.parcel_id, invitations: true }),
      loadClock(pageRequest, plot.settlement),
      plot.role === 'owner' ? pageRequest.call(list_residents, filter) : null,
    ]);
    // A board member gets all claims of the plot; only family and tenants belong here.
    const asking = claims?.residents.filter(({ role }) => isInvitedRole(role)) ?? [];
    const { mail } = pageRequest.dependencies.services.installation;
    const origin = (mail === 'none' ? choosePaperOrigin : chooseEmailOrigin)(pageRequest);
    return { plot, household, asking, clock, mail, origin };
  },
  actions: { invite, link, withdraw, confirm },
  head: () => ({ width: 'narrow', scripts: ['copy.js'] }),
  render: ({ plot, household, asking, clock, mail, origin }, { language, shown }) => (
    <Screen
      title={texts.title}
      line={`${plotText[language]} ${plot.plot_number}, ${plot.settlement_name}`}
      parent={{
        href: fillPath(paths.plot, { plot: plot.parcel_id }),
        text: `${plotText[language]} ${plot.plot_number}`,
      }}
    >
      {shown?.link && <InvitationLink link={shown.link} />}
      {asking.length > 0 && <HouseholdClaims plot={plot.parcel_id} asking={asking} />}
      <Card flush>
        <HouseholdMembers
          members={household.members}
          endHref={(person) => fillPath(paths.endPerson, { settlement: plot.settlement_slug, person })}
        />
      </Card>
      <FormerHousehold plot={plot.parcel_id} settlement={plot.settlement_slug} former={household.former} />
      {household.isOwner ? (
        <>
          <Invitations plot={plot.parcel_id} invitations={household.invitations} clock={clock} />
          {!shown?.link && <LocalAddressNotice url={origin} />}
          <InviteForms plot={plot.parcel_id} mail={mail} />
        </>
      ) : (
        <p class="soft">{texts.ownersInvite}</p>
      )}
    </Screen>
  ),
});
