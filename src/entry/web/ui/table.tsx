import type { ComponentChildren } from 'preact';
import { say, type Words } from './language-context.ts';

export type Column = {
  readonly title: Words;
  readonly number?: boolean | undefined;
  /** A link in its heading that sorts by it. */
  readonly sort?: { readonly href: string; readonly isCurrent: boolean } | undefined;
  readonly isOnPaperOnly?: boolean | undefined;
};

type TableProps = {
  readonly caption: Words;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  /** Beside a list that shows the same on the screen. */
  readonly isPrintOnly?: boolean | undefined;
  /** Rows of a phone are close to each other: for long lists. */
  readonly isCompact?: boolean | undefined;
};

/** The first cell is the row header. On small phones each row becomes a card, so nothing scrolls sideways. */
export function Table({ caption, columns, rows, isPrintOnly, isCompact }: TableProps) {
  const classOf = ({ number, isOnPaperOnly }: Column) =>
    [number && 'num', isOnPaperOnly && 'paper-cell'].filter(Boolean).join(' ') || undefined;
  return (
    <table class={isPrintOnly ? 'print-only' : isCompact ? 'folds compact' : 'folds'}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.title}
              scope="col"
              class={classOf(column)}
              aria-sort={column.sort?.isCurrent ? 'ascending' : undefined}
            >
              {column.sort ? <a href={column.sort.href}>{column.title}</a> : column.title}
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
                class={classOf(columns[at + 1] as Column)}
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
