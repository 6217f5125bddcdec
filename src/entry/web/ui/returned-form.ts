import type { FormState } from './form-state.ts';
import { createRenderContext } from './render-html.ts';
import type { View } from './view.ts';

/**
 * What is known of a page rendered again for a form only when all of it is rendered: `completeReturnedPage` then fills
 * the summaries of errors, which stand before the fields, and opens folds.
 */
export interface ReturnedForm {
  /** Whether a form came back; without one nothing is marked. */
  readonly isReturned: boolean;
  /** Forms with errors that were rendered, by id, with what their summaries say. */
  readonly summaries: Map<string, FormState>;
  /** Folds that hold the form, an error or a changed value. */
  readonly openFolds: Set<number>;
  foldCount: number;
}

export function createReturnedForm({ forms = {} }: Pick<View, 'forms'>): ReturnedForm {
  const isReturned = Object.keys(forms).length > 0;
  return { isReturned, summaries: new Map(), openFolds: new Set(), foldCount: 0 };
}

const EnclosingFolds = createRenderContext<readonly number[]>([]);

export const EnclosingFoldsProvider = EnclosingFolds.Provider;

export const useEnclosingFolds = EnclosingFolds.read;

/** Called by what must be seen: every fold around it is rendered open. */
export function openEnclosingFolds({ openFolds }: ReturnedForm): void {
  for (const fold of EnclosingFolds.read()) openFolds.add(fold);
}
