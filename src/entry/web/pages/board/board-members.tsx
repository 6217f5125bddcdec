import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { dismiss_editor } from '../../../../features/actions/dismiss_editor.ts';
import { list_board } from '../../../../features/actions/list_board.ts';
import { set_board_title } from '../../../../features/actions/set_board_title.ts';
import { withdraw_board_invitation } from '../../../../features/actions/withdraw_board_invitation.ts';
import { paragraph } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage, type PageRequest } from '../../page/page.ts';
import {
  loadIsSecondNeeded,
  ProposingNotice,
  proposeInstead,
  proposingField,
  texts as proposingTexts,
} from '../../page/proposing.tsx';
import { Button, Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { texts as boardTexts } from './board.tsx';
import { boardRoleTexts, boardTitleField } from './board-roles.tsx';

export const texts = {
  title: labels.boardMembers,
  line: { en: 'Residents see this list', ru: 'Этот список видят жители' },
  you: { en: 'you', ru: 'вы' },
  none: { en: 'Nobody is on the board yet.', ru: 'В правлении пока никого.' },
  invite: { en: 'Invite someone onto the board', ru: 'Позвать в правление' },
  asked: { en: 'Invited, no answer yet', ru: 'Позвали, ответа ещё нет' },
  cancel: { en: 'Cancel', ru: 'Отменить' },
  cancelled: { en: 'The invitation is cancelled.', ru: 'Приглашение отменено.' },
  titleOf: { en: 'Title', ru: 'Должность' },
  saveTitle: labels.save,
  titled: { en: 'The title is saved.', ru: 'Должность сохранена.' },
  dismissTitle: { en: 'Leaving the board', ru: 'Вывести из правления' },
  dismissWhy: {
    en: 'They will no longer decide, announce or see the register. What they wrote stays. You can invite them back.',
    ru: 'Человек больше не решает, не объявляет и не видит реестр. Написанное останется. Позвать можно снова.',
  },
  leaveWhy: {
    en: 'You will no longer decide, announce or see the register. Only the board and moderators can invite you back.',
    ru: 'Вы больше не сможете решать, объявлять и видеть реестр. Позвать снова смогут только правление и модераторы.',
  },
  dismiss: { en: 'Remove from the board', ru: 'Вывести' },
  leave: { en: 'Leave the board', ru: 'Выйти из правления' },
  dismissReason: { en: 'Why they are being removed', ru: 'Почему выводим' },
  dismissReasonHint: {
    en: 'They and the rest of the board will read it.',
    ru: 'Прочтут и человек, и остальное правление.',
  },
  dismissed: {
    en: 'No longer on the board. They and the rest of the board have been told the reason.',
    ru: 'Больше не в правлении. Человеку и остальному правлению сообщили причину.',
  },
  left: {
    en: 'You are no longer on the board. The rest of the board has been told.',
    ru: 'Вы больше не в правлении. Остальному правлению сообщили.',
  },
  last: { en: 'The last member cannot leave', ru: 'Последний не может выйти' },
  lastWhy: {
    en: 'Without a board nobody could help the village. Invite somebody else first.',
    ru: 'Без правления посёлку никто не поможет. Сначала позовите кого-нибудь ещё.',
  },
} as const satisfies Record<string, Text>;

/** For the board and its auditors, and for moderators, who help a settlement without a board. */
const loadBoard = (settlement: string, { call }: PageRequest) => call(list_board, { settlement });

const withdraw = form(withdraw_board_invitation, {
  path: paths.withdrawBoardInvitation,
  isButton: true,
  done: (_, { settlement }) => ({
    to: fillPath(paths.boardMembers, { settlement }),
    notice: texts.cancelled,
  }),
});

export const boardMembersPage = definePage({
  path: paths.boardMembers,
  access: 'signed-in',
  texts,
  load: ({ settlement }, pageRequest) => loadBoard(settlement, pageRequest),
  actions: { withdraw },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, members, invitations, isBoard }) => {
    const address = { settlement: settlement.slug };
    return (
      <Screen
        title={texts.title}
        line={texts.line}
        parent={
          isBoard
            ? { href: fillPath(paths.board, address), text: boardTexts.title }
            : { href: fillPath(paths.settlement, address), text: settlement.name }
        }
      >
        <ListCard none={texts.none}>
          {members.map(({ id, name, role, title, isOwn }) => (
            <Row
              key={`${id} ${role}`}
              person={name}
              title={name}
              line={<SeatLine role={role} title={title} isOwn={isOwn} />}
              href={fillPath(paths.boardMember, { ...address, account: id })}
            />
          ))}
        </ListCard>
        {invitations.length > 0 && (
          <ListCard heading={{ id: 'asked', title: texts.asked }}>
            {invitations.map(({ id, invitee, role, title }) => (
              <Row
                key={id}
                person={invitee}
                title={invitee}
                line={<SeatLine role={role} title={title} isOwn={false} />}
                action={
                  <withdraw.Button at={{ ...address, invitation: id }} kind="quiet" compact about={invitee}>
                    {texts.cancel}
                  </withdraw.Button>
                }
              />
            ))}
          </ListCard>
        )}
        <Buttons>
          <LinkButton href={fillPath(paths.newBoardMember, address)} icon="plus">
            {texts.invite}
          </LinkButton>
        </Buttons>
      </Screen>
    );
  },
});

function SeatLine({ role, title, isOwn }: { role: 'editor' | 'auditor'; title: string; isOwn: boolean }) {
  const words = [title || boardRoleTexts[role], ...(isOwn ? [texts.you] : [])];
  return (
    <>
      {words.map((word, at) => (
        <>
          {at > 0 && ' · '}
          {word}
        </>
      ))}
    </>
  );
}

const dismiss = form(dismiss_editor, {
  path: paths.boardMember,
  fields: {
    reason: paragraph(texts.dismissReason, { hint: texts.dismissReasonHint, rows: 2, required: true }),
  },
  instead: proposeInstead('dismissal'),
  done(_, { settlement, account }, { session }) {
    const isOwn = account === session.accountId;
    const to = fillPath(isOwn && !session.isModerator ? paths.settlement : paths.boardMembers, {
      settlement,
    });
    return { to, notice: isOwn ? texts.left : texts.dismissed };
  },
});

const rename = form(set_board_title, {
  path: paths.boardTitle,
  fields: { title: boardTitleField },
  done: (_, { settlement }) => ({ to: fillPath(paths.boardMembers, { settlement }), notice: texts.titled }),
});

export const boardMemberPage = definePage({
  path: paths.boardMember,
  access: 'signed-in',
  texts: { ...texts, title: texts.dismissTitle },
  async load({ settlement, account }, pageRequest) {
    const [board, isSecondNeeded] = await Promise.all([
      loadBoard(settlement, pageRequest),
      loadIsSecondNeeded(settlement, pageRequest),
    ]);
    const member = board.members.find(({ id }) => id === account) ?? refuse.notFound('resident');
    return { ...board, member, isSecondNeeded: isSecondNeeded && !member.isOwn };
  },
  actions: { dismiss, rename },
  head: ({ member }) => ({ width: 'narrow', title: member.name }),
  render: ({ settlement, members, member, isSecondNeeded }) => {
    const address = { settlement: settlement.slug };
    const isLast = member.role === 'editor' && members.filter(({ role }) => role === 'editor').length === 1;
    return (
      <>
        <PageHead
          title={member.name}
          parent={{ href: fillPath(paths.boardMembers, address), text: texts.title }}
        />
        <Card heading={{ id: 'title', title: texts.titleOf }}>
          <rename.Form at={{ ...address, account: member.id }} values={{ title: member.title }}>
            <rename.title />
            <Button kind="quiet">{texts.saveTitle}</Button>
          </rename.Form>
        </Card>
        {isLast ? (
          <Notice tone="plain" title={texts.last}>
            {texts.lastWhy}
          </Notice>
        ) : (
          <Card>
            <dismiss.Form at={{ ...address, account: member.id }} hidden={proposingField(isSecondNeeded)}>
              <p>{member.isOwn ? texts.leaveWhy : texts.dismissWhy}</p>
              {!member.isOwn && <dismiss.reason />}
              {isSecondNeeded && <ProposingNotice />}
              <Button kind="quiet-danger">
                {isSecondNeeded ? proposingTexts.propose : member.isOwn ? texts.leave : texts.dismiss}
              </Button>
            </dismiss.Form>
          </Card>
        )}
      </>
    );
  },
});
