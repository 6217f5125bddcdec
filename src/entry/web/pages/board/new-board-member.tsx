import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { invite_to_board } from '../../../../features/actions/invite_to_board.ts';
import { list_board } from '../../../../features/actions/list_board.ts';
import { show_person } from '../../../../features/actions/show_person.ts';
import { choice, line, paragraph } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { texts as membersTexts } from './board-members.tsx';
import { boardTitleField } from './board-roles.tsx';

export const texts = {
  title: membersTexts.invite,
  who: { en: 'Who', ru: 'Кого' },
  email: { en: 'Their email address', ru: 'Почта человека' },
  emailHint: {
    en: 'We send an email there. To invite someone from the register, open their card.',
    ru: 'Туда уйдёт письмо. Кого-то из реестра можно позвать с его карточки.',
  },
  role: { en: 'As what', ru: 'Кем' },
  editor: {
    en: 'Member of the board: the register, decisions, announcements',
    ru: 'Член правления: реестр, решения, объявления',
  },
  auditor: {
    en: 'Auditor: reads what the board reads, decides nothing',
    ru: 'Ревизор: видит то же, что правление, ничего не решает',
  },
  reason: labels.why,
  reasonHint: { en: 'They and the board will read it.', ru: 'Прочтут и человек, и правление.' },
  send: { en: 'Invite', ru: 'Позвать' },
  sent: {
    en: 'Invited. They join the board once they accept.',
    ru: 'Позвали. Человек войдёт в правление, когда согласится.',
  },
} as const satisfies Record<string, Text>;

const invite = form(invite_to_board, {
  path: paths.newBoardMember,
  fields: {
    email: line(texts.email, { type: 'email', hint: texts.emailHint, required: true }),
    role: choice(texts.role, { editor: texts.editor, auditor: texts.auditor }, { as: 'cards' }),
    title: boardTitleField,
    reason: paragraph(texts.reason, { hint: texts.reasonHint, rows: 2 }),
  },
  hidden: ['person', 'resident'],
  done: (_, { settlement }) => ({ to: fillPath(paths.boardMembers, { settlement }), notice: texts.sent }),
});

export const newBoardMemberPage = definePage({
  path: paths.newBoardMember,
  access: 'signed-in',
  texts,
  async load({ settlement }, { call, text }) {
    const named = { person: text('person') || undefined, resident: text('resident') || undefined };
    const [board, found] = await Promise.all([
      call(list_board, { settlement }),
      named.person || named.resident ? call(show_person, { settlement, ...named }) : null,
    ]);
    return { settlement: board.settlement, named, name: found?.person.name ?? null };
  },
  actions: { invite },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, named, name }) => {
    const address = { settlement: settlement.slug };
    return (
      <Screen
        title={texts.title}
        parent={{ href: fillPath(paths.boardMembers, address), text: membersTexts.title }}
      >
        <Card>
          <invite.Form at={address} hidden={named} values={{ role: 'editor' }}>
            {name === null ? (
              <invite.email />
            ) : (
              <p>
                <span class="small soft">{texts.who}</span>
                <br />
                {name}
              </p>
            )}
            <invite.role />
            <invite.title />
            <invite.reason />
            <Button>{texts.send}</Button>
          </invite.Form>
        </Card>
      </Screen>
    );
  },
});
