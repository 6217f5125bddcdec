import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { permit, refuse } from '../../../../domain/kernel/refusal.ts';
import { mayManageBoard } from '../../../../domain/rules/board.ts';
import { appoint_editor } from '../../../../features/actions/appoint_editor.ts';
import { dismiss_editor } from '../../../../features/actions/dismiss_editor.ts';
import { show_settlement } from '../../../../features/operations/settlement/show_settlement.ts';
import { findMembership } from '../../loaders/membership.ts';
import { line, paragraph } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage, type PageRequest } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { texts as boardTexts } from './board.tsx';

export const texts = {
  title: { en: 'Who is on the board', ru: 'Состав правления' },
  line: { en: 'Residents see this list', ru: 'Этот список видят жители' },
  you: { en: 'you', ru: 'вы' },
  none: { en: 'Nobody is on the board yet.', ru: 'В правлении пока никого.' },
  take: { en: 'Take onto the board', ru: 'Принять в правление' },
  email: { en: 'Their e-mail address here', ru: 'Почта, с которой человек здесь записан' },
  emailHint: {
    en: 'They get everything the board has: the register, decisions, announcements.',
    ru: 'Человек сможет всё, что может правление: реестр, решения, объявления.',
  },
  takeReason: { en: 'Why they are taken on', ru: 'Почему принимаем' },
  takeReasonHint: {
    en: 'They and the rest of the board will read it.',
    ru: 'Прочтут и человек, и остальное правление.',
  },
  taken: {
    en: 'Taken onto the board. They and the rest of the board are told.',
    ru: 'Приняли в правление. Человеку и остальному правлению сообщили.',
  },
  isMember: { en: 'They are on the board already.', ru: 'Этот человек уже в правлении.' },
  dismissTitle: { en: 'Leaving the board', ru: 'Вывести из правления' },
  dismissWhy: {
    en: 'They no longer decide, announce or see the register. What they wrote stays. You can take them back.',
    ru: 'Человек больше не решает, не объявляет и не видит реестр. Написанное останется. Принять можно снова.',
  },
  leaveWhy: {
    en: 'You will no longer decide, announce or see the register. Only the board and moderators can take you back.',
    ru: 'Вы больше не сможете решать, объявлять и видеть реестр. Вернуть смогут только правление и модераторы.',
  },
  dismiss: { en: 'Take off the board', ru: 'Вывести' },
  leave: { en: 'Leave the board', ru: 'Выйти из правления' },
  dismissReason: { en: 'Why they are taken off', ru: 'Почему выводим' },
  dismissed: {
    en: 'No longer on the board. They and the rest of the board are told the reason.',
    ru: 'Больше не в правлении. Человеку и остальному правлению сообщили причину.',
  },
  left: {
    en: 'You are no longer on the board. The rest of the board is told.',
    ru: 'Вы больше не в правлении. Остальному правлению сообщили.',
  },
  last: { en: 'The last member cannot leave', ru: 'Последний не может выйти' },
  lastWhy: {
    en: 'Without a board nobody could help the village. Take somebody else onto it first.',
    ru: 'Без правления посёлку никто не поможет. Сначала примите кого-нибудь ещё.',
  },
} as const satisfies Record<string, Text>;

/** For the board, and for moderators, who help a settlement without a board. */
async function loadMembers(reference: string, pageRequest: PageRequest) {
  const [{ data }, signed] = await Promise.all([
    pageRequest.call(show_settlement, { settlement: reference }),
    pageRequest.loadSignedInUser(),
  ]);
  const { isBoard } = findMembership(signed, data.id);
  permit(mayManageBoard({ isEditor: isBoard, isModerator: pageRequest.session?.isModerator ?? false }));
  const own = pageRequest.session?.accountId;
  return {
    settlement: { slug: data.slug, name: data.name },
    isBoard,
    members: (data.board ?? []).map((each) => ({ ...each, isOwn: each.id === own })),
  };
}

const take = form(appoint_editor, {
  path: paths.boardMembers,
  fields: {
    email: line(texts.email, { type: 'email', hint: texts.emailHint, required: true }),
    reason: paragraph(texts.takeReason, { hint: texts.takeReasonHint, rows: 2 }),
  },
  done: ({ isNew }, at) => ({
    to: fillPath(paths.boardMembers, at),
    ...(isNew ? { notice: texts.taken } : { notice: texts.isMember, isProblem: true }),
  }),
});

const dismiss = form(dismiss_editor, {
  path: paths.boardMember,
  fields: { reason: paragraph(texts.dismissReason, { hint: texts.takeReasonHint, rows: 2, required: true }) },
  done(_, { settlement, account }, { session }) {
    const isOwn = account === session.accountId;
    const to = fillPath(isOwn && !session.isModerator ? paths.settlement : paths.boardMembers, {
      settlement,
    });
    return { to, notice: isOwn ? texts.left : texts.dismissed };
  },
});

export const boardMembersPage = definePage({
  path: paths.boardMembers,
  access: 'signed-in',
  texts,
  load: ({ settlement }, pageRequest) => loadMembers(settlement, pageRequest),
  actions: { take },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, members, isBoard }) => {
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
          {members.map(({ id, name, isOwn }) => (
            <Row
              key={id}
              person={name}
              title={name}
              line={isOwn ? texts.you : undefined}
              href={fillPath(paths.boardMember, { ...address, account: id })}
            />
          ))}
        </ListCard>
        <Card heading={{ id: 'taking', title: texts.take }}>
          <take.Form at={address}>
            <take.email />
            <take.reason />
            <Button>{texts.take}</Button>
          </take.Form>
        </Card>
      </Screen>
    );
  },
});

export const boardMemberPage = definePage({
  path: paths.boardMember,
  access: 'signed-in',
  texts: { ...texts, title: texts.dismissTitle },
  async load({ settlement, account }, pageRequest) {
    const place = await loadMembers(settlement, pageRequest);
    const member = place.members.find(({ id }) => id === account) ?? refuse.notFound('resident');
    return { ...place, member };
  },
  actions: { dismiss },
  head: ({ member }) => ({ width: 'narrow', title: member.name }),
  render: ({ settlement, members, member }) => {
    const address = { settlement: settlement.slug };
    return (
      <>
        <PageHead
          title={member.name}
          parent={{ href: fillPath(paths.boardMembers, address), text: texts.title }}
        />
        {members.length === 1 ? (
          <Notice tone="plain" title={texts.last}>
            {texts.lastWhy}
          </Notice>
        ) : (
          <Card>
            <dismiss.Form at={{ ...address, account: member.id }}>
              <p>{member.isOwn ? texts.leaveWhy : texts.dismissWhy}</p>
              {!member.isOwn && <dismiss.reason />}
              <Button kind="quiet-danger">{member.isOwn ? texts.leave : texts.dismiss}</Button>
            </dismiss.Form>
          </Card>
        )}
      </>
    );
  },
});
