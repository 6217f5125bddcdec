import { type ComponentChildren, Fragment } from 'preact';
import type { Text } from '../../../../base/i18n/text.ts';
import { useLanguage } from '../../ui/language-context.ts';
import * as labels from '../../words/labels.ts';
import { texts as codeTexts } from './plot-codes.tsx';

export const texts = {
  board: labels.board,
  scan: codeTexts.scan,
  code: { en: 'Code that opens the announcement', ru: 'Код: откроется объявление' },
} as const satisfies Record<string, Text>;

type PaperFootProps = {
  /** Follows “Board”: a date or a place. */
  readonly signature: string;
  readonly url: string;
  /** The code of the address. */
  readonly children: ComponentChildren;
};

/** Who signs, and where it can be read on a phone. */
export function PaperFoot({ signature, url, children }: PaperFootProps) {
  const language = useLanguage();
  return (
    <footer>
      <div>
        <p>
          {texts.board[language]}, {signature}
        </p>
        <p>{texts.scan}</p>
        <p>
          {/* Broken where one goes on typing. */}
          {url.split(/(?<=[^:/][/-])/).map((part, index) => (
            <Fragment key={`${index}`}>
              <wbr />
              {part}
            </Fragment>
          ))}
        </p>
      </div>
      {children}
    </footer>
  );
}
