import type { Text } from '../../../../base/i18n/text.ts';
import { useLanguage } from '../../ui/language-context.ts';
import { LocalAddressNotice } from '../../ui/local-address.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { type Clock, formatShortDate } from '../../words/format-time.ts';
import { plotText } from '../../words/resident-texts.ts';

export const texts = {
  once: { en: 'Print this page now', ru: 'Напечатайте эту страницу сейчас' },
  onceWhy: {
    en: 'The code is shown once. A letter printed earlier for this person no longer works.',
    ru: 'Код показывается один раз. Письмо, напечатанное этому человеку раньше, больше не действует.',
  },
  greeting: { en: 'Dear {name},', ru: 'Здравствуйте, {name}!' },
  why: {
    en: 'Our village has its own site: the board’s announcements, the map, phone numbers, advice. Join your neighbours there.',
    ru: 'У нашего посёлка есть своя страница: объявления правления, карта, телефоны, советы. Присоединяйтесь к соседям.',
  },
  how: {
    en: 'Point the camera of a phone at the square, or open this address and type the code:',
    ru: 'Наведите камеру телефона на квадрат или откройте этот адрес и введите код:',
  },
  code: { en: 'Your code', ru: 'Ваш код' },
  until: {
    en: 'It is meant for you alone, works once, and until {day}.',
    ru: 'Код только для вас, срабатывает один раз и действует до {day}.',
  },
  without: {
    en: 'No telephone or computer? Nothing changes for you: the board will keep bringing news on paper.',
    ru: 'Нет телефона или компьютера? Ничего не изменится: правление и дальше будет сообщать новости на бумаге.',
  },
  signed: { en: 'The board', ru: 'Правление' },
} as const satisfies Record<string, Text>;

export interface Letter {
  readonly code: string;
  readonly link: string;
  /** Where the code is typed in. */
  readonly address: string;
  readonly expiresAt: number;
}

type LetterProps = {
  readonly letter: Letter;
  readonly name: string;
  readonly plot: string;
  readonly postalAddress: string;
  readonly village: string;
  readonly clock: Clock;
};

export function PersonLetter(props: LetterProps) {
  return (
    <div class="stack">
      <div class="unprinted">
        <Notice tone="warn" icon="print" title={texts.once}>
          {texts.onceWhy}
        </Notice>
      </div>
      <LocalAddressNotice url={props.letter.address} />
      <LetterSheet {...props} />
    </div>
  );
}

/** One A4 page for one person. */
export function LetterSheet({ letter, name, plot, postalAddress, village, clock }: LetterProps) {
  const language = useLanguage();
  return (
    <article class="card paper-letter">
      <p>
        {name}
        <br />
        {plotText} {plot}, {village}
        {postalAddress && (
          <>
            <br />
            {postalAddress}
          </>
        )}
      </p>
      <h2>{texts.greeting[language].replace('{name}', name)}</h2>
      <p>{texts.why}</p>
      <p>{texts.how}</p>
      <div class="code-sheet">
        <QrCode text={letter.link} label={`${texts.code[language]} ${letter.code}`} />
        <p>{letter.address}</p>
        <p>
          {texts.code[language]}: <b class="code">{letter.code}</b>
        </p>
      </div>
      <p>{texts.until[language].replace('{day}', formatShortDate(letter.expiresAt, clock))}</p>
      <p>{texts.without}</p>
      <p>
        {texts.signed[language]}, {village}
      </p>
    </article>
  );
}
