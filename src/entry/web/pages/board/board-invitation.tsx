import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { answer_board_invitation } from '../../../../features/actions/answer_board_invitation.ts';
import { show_board_invitation } from '../../../../features/actions/show_board_invitation.ts';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Buttons } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FactList } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { boardRoleTexts } from './board-roles.tsx';

export const texts = {
  title: { en: 'An invitation to the board', ru: 'Приглашение в правление' },
  by: { en: 'Who invites you', ru: 'Кто зовёт' },
  role: { en: 'As what', ru: 'Кем' },
  reason: labels.why,
  editorMeans: {
    en: 'You would see the register with the residents’ names and addresses, decide about claims and corrections, and make announcements on behalf of the village. Every decision is recorded with your name.',
    ru: 'Вы будете видеть реестр с именами и почтой жителей, решать по заявкам и правкам и объявлять от имени посёлка. Каждое решение записывается с вашим именем.',
  },
  auditorMeans: {
    en: 'You would see what the board sees: the register, files, who decided what. You would decide nothing.',
    ru: 'Вы будете видеть то же, что правление: реестр, файлы, кто что решил. Решать вы ничего не будете.',
  },
  agree: { en: 'I agree', ru: 'Согласиться' },
  decline: { en: 'Decline', ru: 'Отказаться' },
  agreed: { en: 'You have agreed. The board has been told.', ru: 'Вы согласились. Правлению сообщили.' },
  declined: {
    en: 'You have declined. Whoever invited you will be told.',
    ru: 'Вы отказались. Тому, кто звал, сообщили.',
  },
  accepted: { en: 'You have agreed to this.', ru: 'Вы на это согласились.' },
  refused: { en: 'You have declined this.', ru: 'Вы от этого отказались.' },
  withdrawn: { en: 'The board has cancelled this invitation.', ru: 'Правление отменило это приглашение.' },
  over: {
    en: 'This invitation is too old. The board may send another one.',
    ru: 'Приглашение устарело. Правление может прислать новое.',
  },
} as const satisfies Record<string, Text>;

const answer = form(answer_board_invitation, {
  path: paths.boardInvitation,
  isButton: true,
  given: (_, { text }) => ({ answer: text('answer') === 'accepted' ? 'accepted' : 'declined' }),
  done: ({ settlement }, _, { text }) => ({
    to: fillPath(paths.settlement, { settlement }),
    notice: text('answer') === 'accepted' ? texts.agreed : texts.declined,
  }),
});

const answered = { accepted: texts.accepted, declined: texts.refused, withdrawn: texts.withdrawn } as const;

export const boardInvitationPage = definePage({
  path: paths.boardInvitation,
  access: 'signed-in',
  texts,
  load: ({ invitation }, { call }) => call(show_board_invitation, { invitation }),
  actions: { answer },
  head: () => ({ width: 'narrow' }),
  render: (invitation) => {
    const { settlementName, settlementSlug, inviter, role, title, reason, isOver } = invitation;
    const at = { invitation: invitation.id };
    const state = invitation.answer === null ? (isOver ? texts.over : null) : answered[invitation.answer];
    return (
      <Screen
        title={texts.title}
        line={settlementName}
        parent={{ href: fillPath(paths.settlement, { settlement: settlementSlug }), text: settlementName }}
      >
        {state && <Notice tone="plain">{state}</Notice>}
        <Card>
          <FactList
            facts={[
              [texts.by, inviter],
              [texts.role, title || boardRoleTexts[role]],
              [texts.reason, reason],
            ]}
          />
          {!state && <p>{role === 'editor' ? texts.editorMeans : texts.auditorMeans}</p>}
          {!state && (
            <Buttons>
              <answer.Button at={at} hidden={{ answer: 'accepted' }} icon="check">
                {texts.agree}
              </answer.Button>
              <answer.Button at={at} hidden={{ answer: 'declined' }} kind="quiet">
                {texts.decline}
              </answer.Button>
            </Buttons>
          )}
        </Card>
      </Screen>
    );
  },
});
