import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isInvitedRole, type ResidentRole } from '../../../../domain/rules/residency.ts';
import { invite_to_plot } from '../../../../features/actions/invite_to_plot.ts';
import { confirm_resident } from '../../../../features/operations/settlement/confirm_resident.ts';
import { list_residents } from '../../../../features/operations/settlement/list_residents.ts';
import { definePage } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Card } from '../../ui/card.tsx';
import { RadioCards } from '../../ui/choice.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { List } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Row } from '../../ui/row.tsx';
import * as labels from '../../words/labels.ts';
import { plotText, residentRoleTexts } from '../../words/resident-texts.ts';
import { texts as requestTexts } from './my-requests.tsx';
import { requireOwnPlot } from './own-plot.ts';

export const texts = {
  title: { en: 'Invite to the plot', ru: 'Пригласить на участок' },
  ownersOnly: {
    en: 'Only the owner of a plot invites family and tenants.',
    ru: 'Семью и тех, кто снимает, приглашает хозяин участка.',
  },
  how: {
    en: 'They get a letter with a link. Whoever opens it is confirmed at once, without the board. The link is good for 90 days and for one person.',
    ru: 'Придёт письмо со ссылкой. Кто её откроет, будет подтверждён сразу, без правления. Ссылка действует 90\u00a0дней и для одного человека.',
  },
  email: { en: 'Their email address', ru: 'Почта того, кого зовёте' },
  who: { en: 'Who is it?', ru: 'Кто это?' },
  family: { en: 'My family', ru: 'Моя семья' },
  familyHint: { en: 'sees and writes everything of the plot', ru: 'видит и пишет всё об участке' },
  tenant: { en: 'A tenant', ru: 'Снимает у меня' },
  asking: { en: 'They ask to join', ru: 'Просятся на участок' },
  askingWhy: {
    en: 'Confirm only those you know. The others are left to the board.',
    ru: 'Подтверждайте только тех, кого знаете. Об остальных решит правление.',
  },
  confirm: labels.confirm,
  confirmed: { en: 'Confirmed. They will be told.', ru: 'Подтверждено. Человеку сообщим.' },
  send: { en: 'Send the invitation', ru: 'Отправить приглашение' },
  sent: { en: 'The invitation is on its way.', ru: 'Приглашение отправлено.' },
} as const satisfies Record<string, Text>;

export const invitePage = definePage({
  path: paths.inviteToPlot,
  access: 'signed-in',
  texts,
  async load({ plot: id }, pageRequest) {
    const plot = await requireOwnPlot(pageRequest, id);
    if (plot.role !== 'owner') return { plot, asking: [] };
    const asked = { settlement: plot.settlement, parcel: plot.parcel_id, state: 'claimed', limit: '20' };
    const { residents } = await pageRequest.call(list_residents, asked);
    // A board member gets all claims of the plot; only family and tenants belong here.
    return { plot, asking: residents.filter(({ role }) => isInvitedRole(role)) };
  },
  actions: {
    invite: {
      path: paths.inviteToPlot,
      strictRateLimit: true,
      async perform({ plot }, { runAction, text }) {
        await runAction(invite_to_plot, { parcel: plot, email: text('email').trim(), role: text('role') });
        return { to: fillPath(paths.inviteToPlot, { plot }), notice: texts.sent };
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
  head: () => ({ width: 'narrow' }),
  render: ({ plot: { parcel_id, plot_number, settlement_name, role }, asking }, { language }) => (
    <>
      <PageHead
        title={texts.title[language]}
        line={`${plotText[language]} ${plot_number}, ${settlement_name}`}
        parent={{ href: paths.myRequests, text: requestTexts.title[language] }}
      />
      {asking.length > 0 && (
        <div class="gap-below">
          <HouseholdClaims plot={parcel_id} asking={asking} />
        </div>
      )}
      {role === 'owner' ? (
        <Card>
          <p class="soft gap-below">{texts.how[language]}</p>
          <Form id="invite" action={fillPath(paths.inviteToPlot, { plot: parcel_id })} draft>
            <TextField
              name="email"
              type="email"
              label={texts.email[language]}
              autocomplete="off"
              maxLength={254}
            />
            <RadioCards
              name="role"
              label={texts.who[language]}
              value="family"
              choices={[
                { value: 'family', label: texts.family[language], hint: texts.familyHint[language] },
                { value: 'tenant', label: texts.tenant[language] },
              ]}
            />
            <Button icon="send">{texts.send[language]}</Button>
          </Form>
        </Card>
      ) : (
        <Notice tone="plain">{texts.ownersOnly[language]}</Notice>
      )}
    </>
  ),
});

interface Claim {
  readonly id: string;
  readonly role: ResidentRole;
  readonly note: string;
  readonly account: { readonly name: string };
}

/** Claims of family members and tenants, which the plot's owner may confirm. */
function HouseholdClaims({ plot, asking }: { plot: string; asking: readonly Claim[] }) {
  const language = useLanguage();
  return (
    <Card heading={{ id: 'asking', title: texts.asking[language] }}>
      <p class="soft gap-below">{texts.askingWhy[language]}</p>
      <List>
        {asking.map(({ id, role, note, account }) => (
          <Row
            key={id}
            icon="person"
            title={account.name}
            line={[residentRoleTexts[role][language], note].filter(Boolean).join(' · ')}
            action={
              <ButtonForm
                action={fillPath(paths.confirmHousehold, { plot, resident: id })}
                kind="quiet"
                compact
                about={account.name}
              >
                {texts.confirm[language]}
              </ButtonForm>
            }
          />
        ))}
      </List>
    </Card>
  );
}
