import type { Language, Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import type { ReplyOf } from '../../../domain/kernel/operation.ts';
import type { list_waiting_claims } from '../../../features/actions/list_waiting_claims.ts';
import { type Clock, formatRelativeTime } from '../words/format-time.ts';
import * as labels from '../words/labels.ts';
import { plotText } from '../words/resident-texts.ts';
import { type CountedNoun, formatCount } from '../words/shared-texts.ts';
import { Buttons, LinkButton } from './button.tsx';
import { ButtonForm } from './button-form.tsx';
import { Card } from './card.tsx';
import { useLanguage } from './language-context.ts';

export const texts = {
  title: { en: 'Your claim is waiting for the board', ru: 'Заявка ждёт решения правления' },
  sent: { en: 'sent', ru: 'отправлена' },
  decides: { en: 'The board decides:', ru: 'Решает правление:' },
  told: { en: 'You will be told as soon as it has.', ru: 'Когда решат, мы вам сообщим.' },
  meanwhile: {
    en: 'Meanwhile you can read what is open to everybody and write to the board.',
    ru: 'А пока можно читать всё, что открыто, и написать правлению.',
  },
  remind: { en: 'Remind the board', ru: 'Напомнить правлению' },
  reminded: { en: 'you have reminded the board', ru: 'вы уже напомнили' },
  write: labels.writeToBoard,
  claims: labels.myRequests,
} as const satisfies Record<string, Text>;

export type WaitingClaims = NonNullable<ReplyOf<typeof list_waiting_claims>>;

/** What somebody sees who waits for the board: who decides, how long it takes, what can be done meanwhile. */
export function WaitingClaimsCard({
  waiting,
  settlement,
  clock,
}: {
  waiting: WaitingClaims;
  settlement: string;
  clock: Clock;
}) {
  const language = useLanguage();
  const toBoard = `${paths.newMessage}?${new URLSearchParams({ settlement, to: 'board' })}`;
  return (
    <Card heading={{ id: 'waiting', title: texts.title }}>
      <ul>
        {waiting.claims.map(({ id, plotNumber, since, isReminded }) => (
          <li key={id}>
            {plotText} {plotNumber}, {texts.sent[language]}{' '}
            {formatRelativeTime(since, { ...clock, language })}
            {isReminded && `, ${texts.reminded[language]}`}
          </li>
        ))}
      </ul>
      <p>
        {waiting.board.length > 0 &&
          `${texts.decides[language]} ${waiting.board.join(', ').replace(/\.?$/, '.')} `}
        {waiting.usualDays !== null && `${formatUsualDays(waiting.usualDays, language)} `}
        {texts.told}
      </p>
      <p class="soft gap-below">{texts.meanwhile}</p>
      <Buttons>
        <LinkButton href={toBoard} kind="quiet" icon="messages">
          {texts.write}
        </LinkButton>
        {waiting.claims
          .filter(({ mayRemind }) => mayRemind)
          .map(({ id, plotNumber }) => (
            <ButtonForm
              key={id}
              action={fillPath(paths.remindOfClaim, { resident: id })}
              kind="quiet"
              icon="bell"
              about={`${plotText[language]} ${plotNumber}`}
            >
              {texts.remind}
            </ButtonForm>
          ))}
        <LinkButton href={paths.myRequests} kind="quiet">
          {texts.claims}
        </LinkButton>
      </Buttons>
    </Card>
  );
}

const dayNoun: CountedNoun = {
  en: { one: 'day', other: 'days' },
  ru: { one: 'день', few: 'дня', many: 'дней' },
};

function formatUsualDays(days: number, language: Language): string {
  if (days === 1)
    return { en: 'It usually takes less than a day.', ru: 'Обычно отвечают в течение суток.' }[language];
  const counted = formatCount(language, days, dayNoun).replace(' ', '\u00a0');
  return { en: `It usually takes ${counted}.`, ru: `Обычно отвечают за ${counted}.` }[language];
}
