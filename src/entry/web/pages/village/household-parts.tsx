import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import type { ResidentRole } from '../../../../domain/rules/residency.ts';
import type { list_household } from '../../../../features/actions/list_household.ts';
import { withdraw_invitation } from '../../../../features/actions/withdraw_invitation.ts';
import { confirm_resident } from '../../../../features/operations/settlement/confirm_resident.ts';
import { takeBackEnding, texts as takeBackTexts } from '../../forms/take-back-ending.ts';
import { form } from '../../page/form.tsx';
import { Card } from '../../ui/card.tsx';
import { Copyable, ShareButton } from '../../ui/copyable.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { List, ListCard } from '../../ui/list.tsx';
import { LocalAddressNotice } from '../../ui/local-address.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Row } from '../../ui/row.tsx';
import { endingKindTexts, formatStay } from '../../words/ending-texts.ts';
import { type Clock, formatShortDate } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { residentRoleTexts } from '../../words/resident-texts.ts';
import { requireOwnPlot } from './own-plot.ts';

export const texts = {
  asking: { en: 'They ask to join', ru: 'Просятся на участок' },
  askingWhy: {
    en: 'Confirm only those you know. Leave the others to the board.',
    ru: 'Подтверждайте только тех, кого знаете. Об остальных решит правление.',
  },
  former: { en: 'Recently removed', ru: 'Недавно сняты' },
  confirm: labels.confirm,
  open: { en: 'Open invitations', ru: 'Открытые приглашения' },
  letter: { en: 'email', ru: 'письмо' },
  link: { en: 'link', ru: 'ссылка' },
  somebody: { en: 'Link', ru: 'Ссылка' },
  until: { en: 'works until', ru: 'действует до' },
  cancel: { en: 'Cancel', ru: 'Отменить' },
  ready: { en: 'The link is ready', ru: 'Ссылка готова' },
  readyWhy: {
    en: 'Show the code or send the link. It is shown once; whoever opens it first is recorded on the plot.',
    ru: 'Покажите код или отправьте ссылку. Второй раз мы её не покажем. Кто откроет первым, тот и запишется на участок.',
  },
  share: labels.share,
  words: { en: 'An invitation to our plot', ru: 'Приглашение на наш участок' },
  ofInvitation: { en: 'of the invitation', ru: 'приглашения' },
  confirmed: { en: 'Confirmed. They will be told.', ru: 'Подтверждено. Человеку сообщим.' },
  withdrawn: { en: 'The invitation is cancelled.', ru: 'Приглашение отменено.' },
} as const satisfies Record<string, Text>;

type Household = ReplyOf<typeof list_household>;

export const confirm = form(confirm_resident, {
  path: paths.confirmHousehold,
  isButton: true,
  given: async ({ plot }, pageRequest) => ({
    settlement: (await requireOwnPlot(pageRequest, plot)).settlement,
    seen_state: 'claimed',
  }),
  done: (_, { plot }) => ({ to: fillPath(paths.inviteToPlot, { plot }), notice: texts.confirmed }),
});

export const withdraw = form(withdraw_invitation, {
  path: paths.withdrawInvitation,
  isButton: true,
  given: ({ plot }) => ({ parcel: plot }),
  done: (_, { plot }) => ({ to: fillPath(paths.inviteToPlot, { plot }), notice: texts.withdrawn }),
});

interface Claim {
  readonly id: string;
  readonly role: ResidentRole;
  readonly note: string;
  readonly account: { readonly name: string };
}

/** Claims of family members and tenants, which the plot's owner may confirm. */
export function HouseholdClaims({ plot, asking }: { plot: string; asking: readonly Claim[] }) {
  const language = useLanguage();
  return (
    <Card heading={{ id: 'asking', title: texts.asking }}>
      <p class="soft gap-below">{texts.askingWhy}</p>
      <List>
        {asking.map(({ id, role, note, account }) => (
          <Row
            key={id}
            icon="person"
            title={account.name}
            line={[residentRoleTexts[role][language], note].filter(Boolean).join(' · ')}
            action={
              <confirm.Button at={{ plot, resident: id }} kind="quiet" compact about={account.name}>
                {texts.confirm}
              </confirm.Button>
            }
          />
        ))}
      </List>
    </Card>
  );
}

type FormerProps = Pick<Household, 'former'> & { readonly plot: string; readonly settlement: string };

/** Whom an owner has taken off the plot in the last days, with the way back. */
export function FormerHousehold({ plot, settlement, former }: FormerProps) {
  const language = useLanguage();
  if (former.length === 0) return null;
  return (
    <ListCard heading={{ id: 'former', title: texts.former }}>
      {former.map(({ ending, name, role, kind, endedOn }) => (
        <Row
          key={ending}
          icon="history"
          title={name}
          line={[
            residentRoleTexts[role][language],
            formatStay({ since: null, endedOn }, language),
            endingKindTexts[kind][language],
          ].join(' · ')}
          action={
            <takeBackEnding.Button
              at={{ settlement, ending }}
              hidden={{ to: fillPath(paths.inviteToPlot, { plot }) }}
              kind="quiet"
              compact
              icon="undo"
              about={name}
            >
              {takeBackTexts.takeBack}
            </takeBackEnding.Button>
          }
        />
      ))}
    </ListCard>
  );
}

export function Invitations({
  plot,
  invitations,
  clock,
}: Pick<Household, 'invitations'> & { plot: string; clock: Clock }) {
  const language = useLanguage();
  if (invitations.length === 0) return null;
  return (
    <ListCard heading={{ id: 'invitations', title: texts.open }}>
      {invitations.map(({ id, invitee, role, isSent, expiresAt }) => (
        <Row
          key={id}
          icon={isSent ? 'send' : 'link'}
          title={invitee ?? texts.somebody}
          line={[
            residentRoleTexts[role][language],
            (isSent ? texts.letter : texts.link)[language],
            `${texts.until[language]} ${formatShortDate(Date.parse(expiresAt), clock)}`,
          ].join(' · ')}
          action={
            <withdraw.Button
              at={{ plot, invitation: id }}
              kind="quiet"
              compact
              about={invitee ?? texts.somebody}
            >
              {texts.cancel}
            </withdraw.Button>
          }
        />
      ))}
    </ListCard>
  );
}

/** Shown once, right after it was made. */
export function InvitationLink({ link }: { link: string }) {
  const language = useLanguage();
  return (
    <Card heading={{ id: 'link', title: texts.ready }}>
      <p class="soft gap-below">{texts.readyWhy}</p>
      <LocalAddressNotice url={link} />
      <QrCode text={link} label={texts.ready} />
      <Copyable id="invitation-link" text={link} language={language} label={texts.ofInvitation} />
      <span hidden id="invitation-words">
        {texts.words}
      </span>
      <ShareButton of="invitation-words" url={link} title={texts.words}>
        {texts.share}
      </ShareButton>
    </Card>
  );
}
