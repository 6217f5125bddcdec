import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isInvitedRole } from '../../../../domain/rules/residency.ts';
import { invite_to_plot } from '../../../../features/actions/invite_to_plot.ts';
import { list_household } from '../../../../features/actions/list_household.ts';
import { make_invitation_link } from '../../../../features/actions/make_invitation_link.ts';
import { withdraw_invitation } from '../../../../features/actions/withdraw_invitation.ts';
import { confirm_resident } from '../../../../features/operations/settlement/confirm_resident.ts';
import { list_residents } from '../../../../features/operations/settlement/list_residents.ts';
import { definePage } from '../../page/page.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Stack } from '../../ui/section.tsx';
import * as labels from '../../words/labels.ts';
import { plotText } from '../../words/resident-texts.ts';
import { HouseholdClaims, HouseholdMembers, InvitationLink, Invitations } from './household-parts.tsx';
import { InviteForms } from './invite-forms.tsx';
import { requireOwnPlot } from './own-plot.ts';

export const texts = {
  title: labels.whoLivesHere,
  ownersInvite: {
    en: 'Only the owner of the plot invites people.',
    ru: 'Приглашать может только собственник участка.',
  },
  confirmed: { en: 'Confirmed. They will be told.', ru: 'Подтверждено. Человеку сообщим.' },
  sent: { en: 'The invitation is sent.', ru: 'Приглашение отправлено.' },
  withdrawn: { en: 'The invitation is cancelled.', ru: 'Приглашение отменено.' },
} as const satisfies Record<string, Text>;

/** Everybody on the plot; its owners invite, see open invitations and decide claims of family and tenants. */
export const invitePage = definePage({
  path: paths.inviteToPlot,
  access: 'signed-in',
  secret: true,
  texts,
  missing: {
    email: {
      en: 'Write the email address of the person you invite.',
      ru: 'Напишите почту того, кого приглашаете.',
    },
    role: { en: 'Choose who the person will be here.', ru: 'Выберите, кем человек здесь будет.' },
  },
  async load({ plot: id }, pageRequest) {
    const plot = await requireOwnPlot(pageRequest, id);
    const asked = { settlement: plot.settlement, parcel: plot.parcel_id, state: 'claimed', limit: '20' };
    const [household, clock, claims] = await Promise.all([
      pageRequest.call(list_household, { parcel: plot.parcel_id, invitations: true }),
      loadClock(pageRequest, plot.settlement),
      plot.role === 'owner' ? pageRequest.call(list_residents, asked) : null,
    ]);
    // A board member gets all claims of the plot; only family and tenants belong here.
    const asking = claims?.residents.filter(({ role }) => isInvitedRole(role)) ?? [];
    const { mail } = pageRequest.dependencies.services.installation;
    return { plot, household, asking, clock, mail };
  },
  actions: {
    invite: {
      path: paths.inviteToPlot,
      strictRateLimit: true,
      async perform({ plot }, { call, text }) {
        await call(invite_to_plot, { parcel: plot, role: text('role'), email: text('email').trim() });
        return { to: fillPath(paths.inviteToPlot, { plot }), notice: texts.sent };
      },
    },
    link: {
      path: paths.inviteByLink,
      async perform({ plot }, { call, text }) {
        const wanted = { parcel: plot, role: text('role'), name: text('name').trim() };
        const { link } = await call(make_invitation_link, wanted);
        return { to: fillPath(paths.inviteToPlot, { plot }), shown: { link } };
      },
    },
    withdraw: {
      path: paths.withdrawInvitation,
      isButton: true,
      async perform({ plot, invitation }, { call }) {
        await call(withdraw_invitation, { parcel: plot, invitation });
        return { to: fillPath(paths.inviteToPlot, { plot }), notice: texts.withdrawn };
      },
    },
    confirm: {
      path: paths.confirmHousehold,
      isButton: true,
      async perform({ plot, resident }, pageRequest) {
        const { settlement } = await requireOwnPlot(pageRequest, plot);
        await pageRequest.call(confirm_resident, { settlement, resident, seen_state: 'claimed' });
        return { to: fillPath(paths.inviteToPlot, { plot }), notice: texts.confirmed };
      },
    },
  },
  head: () => ({ width: 'narrow', scripts: ['copy.js'] }),
  render: ({ plot, household, asking, clock, mail }, { language, shown }) => (
    <>
      <PageHead
        title={texts.title}
        line={`${plotText[language]} ${plot.plot_number}, ${plot.settlement_name}`}
        parent={{
          href: fillPath(paths.plot, { plot: plot.parcel_id }),
          text: `${plotText[language]} ${plot.plot_number}`,
        }}
      />
      <Stack>
        {shown?.link && <InvitationLink link={shown.link} />}
        {asking.length > 0 && <HouseholdClaims plot={plot.parcel_id} asking={asking} />}
        <Card flush>
          <HouseholdMembers members={household.members} />
        </Card>
        {household.isOwner ? (
          <>
            <Invitations plot={plot.parcel_id} invitations={household.invitations} clock={clock} />
            <InviteForms plot={plot.parcel_id} mail={mail} />
          </>
        ) : (
          <p class="soft">{texts.ownersInvite}</p>
        )}
      </Stack>
    </>
  ),
});
