import type { MissingFieldTexts } from '../words/missing-field-texts.ts';
import type { FormState } from './form-state.ts';
import { createRenderContext } from './render-html.ts';

/** Request data that components need, provided by the shell. */
export interface PageContext {
  /** Form token of the visitor. */
  readonly csrf: string;
  /** State of refused forms by action name. */
  readonly forms: Readonly<Record<string, FormState>>;
  /** What to write in the page's own fields, where they are left empty. */
  readonly missing: MissingFieldTexts;
  /** Whether a path has a page; others are not linked. */
  hasPage(href: string): boolean;
}

const Context = createRenderContext<PageContext>({ csrf: '', forms: {}, missing: {}, hasPage: () => true });

export const PageProvider = Context.Provider;

export function usePage(): PageContext {
  return Context.read();
}
