import type { MissingFieldTexts } from '../words/missing-field-texts.ts';
import type { FormState } from './form-state.ts';
import { createRenderContext } from './render-html.ts';
import { createReturnedForm, type ReturnedForm } from './returned-form.ts';

/** Request data that components need, provided by the shell. */
export interface PageContext {
  /** Path and query of the page; of its first view, when a form of it came back. */
  readonly path: string;
  /** Form token of the visitor. */
  readonly csrf: string;
  /** State of the form that came back, by its id. */
  readonly forms: Readonly<Record<string, FormState>>;
  /** What to write in the page's own fields, where they are left empty. */
  readonly missing: MissingFieldTexts;
  /** Filled while the page is rendered. */
  readonly returned: ReturnedForm;
  /** The visitor reads this page and decides nothing on it: its forms are left out. */
  readonly isReadOnly?: boolean;
  /** Whether a path has a page; others are not linked. */
  hasPage(href: string): boolean;
}

const Context = createRenderContext<PageContext>({
  path: '/',
  csrf: '',
  forms: {},
  missing: {},
  returned: createReturnedForm({}),
  hasPage: () => true,
});

export const PageProvider = Context.Provider;

export function usePage(): PageContext {
  return Context.read();
}
