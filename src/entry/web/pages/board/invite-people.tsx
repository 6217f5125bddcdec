import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { type InvitationState, invitationStates } from '../../../../domain/rules/invitations.ts';
import { shortenName } from '../../../../domain/rules/short-name.ts';
import { invite_people } from '../../../../features/actions/invite_people.ts';
import { list_invitations } from '../../../../features/actions/list_invitations.ts';
import { print_people_letters } from '../../../../features/actions/print_people_letters.ts';
import { chooseEmailOrigin, choosePaperOrigin } from '../../loaders/link-origin.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { form } from '../../page/form.tsx';
import { definePage, Rerender } from '../../page/page.ts';
import { Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FactList, ListCard } from '../../ui/list.tsx';
import { LocalAddressNotice } from '../../ui/local-address.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type Clock, formatShortDate } from '../../words/format-time.ts';
import { invitationStateTexts } from '../../words/invitation-texts.ts';
import * as labels from '../../words/labels.ts';
import { plotText } from '../../words/resident-texts.ts';
import { texts as boardTexts } from './board.tsx';
import { texts as deskTexts } from './board-desk.tsx';
import { texts as registerTexts } from './people.tsx';
import { type Letter, LetterSheet, texts as letterTexts } from './person-letter.tsx';

export const texts = {
  title: { en: 'Invite everyone', ru: 'Пригласить всех' },
  letter: { en: 'Get an email', ru: 'Получат письмо на почту' },
  sheet: { en: 'Need a printed sheet', ru: 'Нужен листок на бумаге' },
  invited: { en: 'Invited, the invitation still works', ru: 'Уже приглашены, приглашение действует' },
  account: { en: 'Have an account', ru: 'Уже с учётной записью' },
  gone: { en: 'Moved away', ru: 'Выбыли' },
  limited: { en: 'Their address has had enough emails today', ru: 'На их адрес сегодня писем хватит' },
  send: { en: 'Send emails: {n}', ru: 'Отправить письма: {n}' },
  print: { en: 'Print sheets: {n}', ru: 'Напечатать листки: {n}' },
  pace: {
    en: 'Emails go out twenty a minute. Pressing again reaches only those who have not had one.',
    ru: 'Письма уходят по двадцать в минуту. Второй раз письмо уйдёт только тем, до кого не дошло.',
  },
  noMail: {
    en: 'Email is not set up here: everyone gets a sheet.',
    ru: 'Почта здесь не настроена: всем нужен листок.',
  },
  sent: { en: 'Emails on their way: {n}.', ru: 'Отправляем писем: {n}.' },
  left: { en: ' Not sent yet: {n}. Press again.', ru: ' Ещё не отправлено: {n}. Нажмите ещё раз.' },
  nobody: {
    en: 'Everyone with an email address has already been invited.',
    ru: 'Все, у кого есть почта, уже приглашены.',
  },
  once: letterTexts.once,
  onceWhy: {
    en: 'The codes are shown once. Sheets still to print after these: {n}.',
    ru: 'Коды показываются один раз. После этих останется напечатать: {n}.',
  },
  list: { en: 'Codes and letters', ru: 'Коды и письма' },
  states: boardTexts.kinds,
  all: labels.all,
  byLetter: { en: 'email', ru: 'письмо' },
  onPaper: { en: 'sheet', ru: 'листок' },
  ofPlot: { en: 'plot code', ru: 'код участка' },
  none: { en: 'No codes here', ru: 'Кодов здесь нет' },
  noneWhy: {
    en: 'Emails and printed codes are listed here, with what became of them.',
    ru: 'Здесь будут письма и листки с кодами и что с ними стало.',
  },
  codes: deskTexts.codes,
} as const satisfies Record<string, Text>;

const fill = (text: Text, count: number): Text => ({
  en: text.en.replace('{n}', String(count)),
  ru: text.ru.replace('{n}', String(count)),
});

interface Sheets {
  readonly left: number;
  readonly letters: readonly (Letter & { name: string; plot: string; postalAddress: string })[];
}

const invite = form(invite_people, {
  path: paths.invitePeople,
  isButton: true,
  done({ sent, left }, names) {
    const [went, rest] = [fill(texts.sent, sent), fill(texts.left, left)];
    return {
      to: fillPath(paths.invitePeople, names),
      notice:
        sent + left === 0
          ? texts.nobody
          : left === 0
            ? went
            : { en: went.en + rest.en, ru: went.ru + rest.ru },
    };
  },
});

const print = form(print_people_letters, {
  path: paths.printInvitations,
  isButton: true,
  done: ({ letters, left, expiresAt }, names, pageRequest) =>
    new Rerender({
      left,
      letters: letters.map(({ path, ...letter }) => ({
        ...letter,
        link: choosePaperOrigin(pageRequest) + path,
        address: choosePaperOrigin(pageRequest) + fillPath(paths.join, names),
        expiresAt: expiresAt.getTime(),
      })),
    } satisfies Sheets),
});

export const invitePeoplePage = definePage({
  path: paths.invitePeople,
  access: 'signed-in',
  texts,
  countsBySize: true,
  secret: true,
  async load({ settlement }, pageRequest) {
    const { call, text, formResult } = pageRequest;
    const state = invitationStates.find((each) => each === text('state'));
    const before = text('cursor');
    const [place, found] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      call(list_invitations, { settlement, ...(state && { state }), ...(isId(before) && { before }) }),
    ]);
    const origin = (found.mail === 'none' ? choosePaperOrigin : chooseEmailOrigin)(pageRequest);
    return { ...place, ...found, origin, state, made: (formResult ?? null) as Sheets | null };
  },
  actions: { invite, print },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, clock, counts, mail, origin, codes, next, state, made }, { language }) => {
    const address = { settlement: settlement.slug };
    const here = fillPath(paths.invitePeople, address);
    if (made)
      return (
        <div class="stack">
          <div class="unprinted">
            <Notice tone="warn" icon="print" title={texts.once}>
              {fill(texts.onceWhy, made.left)}
            </Notice>
          </div>
          {made.letters[0] && <LocalAddressNotice url={made.letters[0].address} />}
          {made.letters.map((letter) => (
            <LetterSheet
              key={letter.code}
              letter={letter}
              {...letter}
              village={settlement.name}
              clock={clock}
            />
          ))}
        </div>
      );
    const facts = (['letter', 'sheet', 'invited', 'account', 'limited', 'gone'] as const)
      .filter((plan) => counts[plan] > 0)
      .map((plan) => [texts[plan], String(counts[plan])] as const);
    return (
      <Screen
        title={texts.title}
        parent={{ href: fillPath(paths.people, address), text: registerTexts.title }}
      >
        <LocalAddressNotice url={origin} />
        <Card>
          <FactList facts={facts} />
          <Buttons>
            {counts.letter > 0 && (
              <invite.Button at={address} icon="send">
                {fill(texts.send, counts.letter)}
              </invite.Button>
            )}
            {counts.sheet > 0 && (
              <print.Button at={address} icon="print" kind="quiet">
                {fill(texts.print, counts.sheet)}
              </print.Button>
            )}
          </Buttons>
          <p class="small soft">{mail === 'none' ? texts.noMail : texts.pace}</p>
        </Card>
        <Tabs
          label={texts.states}
          here={state ? `${here}?state=${state}` : here}
          tabs={[
            { href: here, text: texts.all },
            ...invitationStates.map((each) => ({
              href: `${here}?state=${each}`,
              text: invitationStateTexts[each][language],
            })),
          ]}
        />
        <ListCard
          heading={{ id: 'codes', title: texts.list }}
          icon="send"
          none={texts.none}
          why={texts.noneWhy}
        >
          {codes.map((code) => (
            <CodeRow key={code.id} code={code} settlement={settlement.slug} clock={clock} />
          ))}
        </ListCard>
        <Pager cursor={next} />
        <Buttons>
          <LinkButton href={fillPath(paths.plotCodes, address)} kind="quiet" icon="lock">
            {texts.codes}
          </LinkButton>
        </Buttons>
      </Screen>
    );
  },
});

const tones: Partial<Record<InvitationState, 'green' | 'warn' | 'danger' | 'stale'>> = {
  used: 'green',
  refused: 'danger',
  failed: 'danger',
  console: 'warn',
  over: 'stale',
  withdrawn: 'stale',
};

type CodeRowProps = {
  readonly code: ReplyOf<typeof list_invitations>['codes'][number];
  readonly settlement: string;
  readonly clock: Clock;
};

function CodeRow({ code, settlement, clock }: CodeRowProps) {
  const { language } = clock;
  const how = code.personId === null ? texts.ofPlot : code.isByLetter ? texts.byLetter : texts.onPaper;
  return (
    <Row
      icon={code.isByLetter ? 'send' : 'print'}
      tone={tones[code.state]}
      title={[code.name, `${plotText[language]} ${code.plotNumber}`].filter(Boolean).join(' · ')}
      line={[
        how[language],
        invitationStateTexts[code.state][language],
        formatShortDate(code.issuedAt.getTime(), clock),
        shortenName(code.issuedBy),
      ].join(' · ')}
      href={code.personId ? fillPath(paths.person, { settlement, person: code.personId }) : undefined}
    />
  );
}
