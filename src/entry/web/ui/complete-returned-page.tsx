import { ErrorSummary, fieldId, sayWhatToWrite } from './form.tsx';
import { Notice } from './notice.tsx';
import { renderHtml } from './render-html.ts';
import type { ReturnedForm } from './returned-form.ts';
import type { View } from './view.ts';

/** No text contains one: quotation marks in texts are escaped. */
const marks = /<template data-slot="([^"]*)"><\/template>| data-fold="(\d+)"/g;

/** Stands at the top of a page with errors, for those whose form is not on the page. */
export const topSlot = '/';

/**
 * Fills what depends on all of the page. An error is shown at its field and linked from the summary of its form; without
 * its field it is words in the summary; without its form it is a notice at the top of the page.
 */
export function completeReturnedPage(
  pieces: readonly string[],
  returned: ReturnedForm,
  { forms = {}, missing = {}, language }: Pick<View, 'forms' | 'language' | 'missing'>,
): string[] {
  if (!returned.isReturned && returned.summaries.size === 0) return [...pieces];
  const has = (text: string) => pieces.some((piece) => piece.includes(text));
  const lost = Object.entries(forms).filter(([id]) => !returned.summaries.has(id));
  const words = lost.flatMap(([, state]) => {
    const { message, errors = {} } = sayWhatToWrite(state, missing, language);
    return [message ?? [], ...Object.values(errors)].flat();
  });
  // Without a wrong field on the page the errors get the focus, and with it come into view.
  let autofocus = !has(' autofocus');
  const fill = (slot: string) => {
    const state = returned.summaries.get(slot);
    if (slot === topSlot ? words.length === 0 : !state) return '';
    const html = renderHtml(
      state ? (
        <ErrorSummary
          id={slot}
          state={state}
          language={language}
          autofocus={autofocus}
          isOnPage={(name) => has(` id="${fieldId(slot, name)}"`)}
        />
      ) : (
        <div class="gap-below" data-notice="problem" tabIndex={-1} autofocus={autofocus}>
          <Notice tone="warn">{words.join(' ')}</Notice>
        </div>
      ),
    );
    autofocus = false;
    return html;
  };
  return pieces.map((piece) =>
    piece.replaceAll(marks, (_, slot: string | undefined, fold: string | undefined) =>
      slot === undefined ? (returned.openFolds.has(Number(fold)) ? ' open' : '') : fill(slot),
    ),
  );
}
