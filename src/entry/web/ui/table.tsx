import type { ComponentChildren } from 'preact';
import { say, type Words } from './language-context.ts';

export type Column = { readonly title: Words; readonly number?: boolean | undefined };

type TableProps = {
  readonly caption: Words;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  /** Beside a list that shows the same on the screen. */
  readonly isPrintOnly?: boolean | undefined;
};

/** The first cell is the row header. On small phones each row becomes a card, so nothing scrolls sideways. */
export function Table({ caption, columns, rows, isPrintOnly }: TableProps) {
  return (
    <table class={isPrintOnly ? 'print-only' : 'folds'}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, number }) => (
            <th key={title} scope="col" class={number ? 'num' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, index) => (
          <tr key={`${index}`}>
            <th scope="row">{cells[0]}</th>
            {cells.slice(1).map((cell, at) => (
              <td
                key={columns[at + 1]?.title}
                class={columns[at + 1]?.number ? 'num' : undefined}
                // Said before the value where the row is folded and has no heading above.
                data-label={columns[at + 1]?.title}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Scroll container for wide tables, focusable by keyboard. */
export function Scroller({ label, children }: { label: Words; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: only what has focus can be scrolled by the keyboard
    <section class="scroller" aria-label={say(label)} tabIndex={0}>
      {children}
    </section>
  );
}
