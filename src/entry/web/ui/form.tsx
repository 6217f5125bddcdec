import type { ComponentChildren } from 'preact';
import type { Language, Text } from '../../../base/i18n/text.ts';
import { blankText, oneOfStart, requiredText } from '../../../domain/kernel/validation.ts';
import { commonMissingTexts, type MissingFieldTexts } from '../words/missing-field-texts.ts';
import { hiddenFormFields } from './form-field-names.ts';
import type { FormState } from './form-state.ts';
import { HiddenFields } from './hidden-fields.tsx';
import { say, useLanguage, type Words } from './language-context.ts';
import { usePage } from './page-context.ts';
import { createRenderContext } from './render-html.ts';
import { openEnclosingFolds } from './returned-form.ts';

export const texts = {
  problem: { en: 'Please look at this again', ru: 'Проверьте, пожалуйста' },
  optional: { en: 'optional', ru: 'можно не писать' },
} as const satisfies Record<string, Text>;

/** Hidden field of the idempotency key: the same form arriving twice runs once. */
export const idempotencyKeyField = hiddenFormFields.key;

type FormContextValue = {
  readonly id: string;
  readonly state: FormState;
  readonly isQueued: boolean;
  readonly initial: Readonly<Record<string, unknown>>;
  /** The first wrong field in the order of the page, found while rendering: it gets the focus. */
  firstWrong?: string | undefined;
};
const FormContext = createRenderContext<FormContextValue | null>(null);

type FormProps = {
  /** Unique on the page, and prefix of the ids of its fields. */
  readonly id: string;
  readonly action: string;
  readonly csrf?: string | undefined;
  readonly method?: 'get' | 'post' | undefined;
  readonly state?: FormState | undefined;
  /** What its fields show at first, by name. */
  readonly initial?: Readonly<Record<string, unknown>> | undefined;
  readonly hidden?: Readonly<Record<string, string | undefined>>;
  /** Has file fields. */
  readonly multipart?: boolean | undefined;
  /** Submitted by fetch: true swaps the region around the form, a name another one. */
  readonly enhance?: true | string | undefined;
  /** Sent through the offline outbox, listed there under this name. */
  readonly outbox?: Words | undefined;
  /** Its field of a day, where empty means today: what waits in the outbox until another day gets the day it was sent on. */
  readonly outboxDay?: string | undefined;
  /** Without typed text: while it waits on the device, a button of this name discards it. */
  readonly takeBack?: Words | undefined;
  /** Typed text is saved as a draft on the device, under the form id or this name. */
  readonly draft?: boolean | string | undefined;
  readonly class?: string | undefined;
  readonly children: ComponentChildren;
};

export function Form(props: FormProps) {
  const {
    id,
    action,
    csrf,
    method = 'post',
    initial = {},
    hidden = {},
    multipart,
    enhance,
    outbox,
    takeBack,
    draft,
    children,
  } = props;
  const page = usePage();
  const language = useLanguage();
  if (page.isReadOnly && method === 'post') return null;
  const returned = props.state ?? page.forms[id] ?? {};
  if (page.forms[id]) openEnclosingFolds(page.returned);
  const state = sayWhatToWrite(returned, page.missing, language);
  const isRefused = state.message !== undefined || state.errors !== undefined;
  if (isRefused) page.returned.summaries.set(id, state);
  return (
    <FormContext.Provider value={{ id, state, isQueued: outbox !== undefined, initial }}>
      <form
        id={id}
        class={props.class ?? 'form'}
        method={method}
        action={action}
        enctype={multipart ? 'multipart/form-data' : undefined}
        data-enhance={enhance === true ? '' : enhance}
        data-outbox={say(outbox)}
        data-outbox-day={props.outboxDay}
        data-take-back={say(takeBack)}
        data-draft={draft === true ? '' : draft || undefined}
        noValidate
      >
        {method === 'post' && <HiddenFields csrf={csrf} form={id} />}
        {Object.entries(hidden).map(
          ([name, value]) =>
            value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {isRefused && <template data-slot={id} />}
        {children}
      </form>
    </FormContext.Provider>
  );
}

const findMissingText = (ofPage: MissingFieldTexts, name: string) => ofPage[name] ?? commonMissingTexts[name];

/** Replaces the general words for an empty field by those that say what to write there. */
export function sayWhatToWrite(state: FormState, missing: MissingFieldTexts, language: Language): FormState {
  if (!state.errors) return state;
  const isGeneral = (message: string) =>
    message === blankText[language] ||
    message === requiredText[language] ||
    message.startsWith(oneOfStart[language]);
  const errors = Object.entries(state.errors).map(([name, messages]) => {
    const fitting = messages.map(
      (message) => (isGeneral(message) && findMissingText(missing, name)?.[language]) || message,
    );
    return [name, [...new Set(fitting)]] as const;
  });
  return { ...state, errors: Object.fromEntries(errors) };
}

/** Rendered after the form, because it links the errors of fields that are on the page. */
export function ErrorSummary({
  id,
  state,
  language,
  autofocus,
  isOnPage,
}: {
  id: string;
  state: FormState;
  language: Language;
  autofocus: boolean;
  isOnPage(field: string): boolean;
}) {
  const faults = Object.entries(state.errors ?? {});
  return (
    <div class="errors" role="alert" tabIndex={-1} autofocus={autofocus}>
      <b>{texts.problem[language]}</b>
      {state.message && <p>{state.message}</p>}
      {faults.length > 0 && (
        <ul>
          {faults.map(([name, messages]) => (
            <li key={name}>
              {isOnPage(name) ? (
                <a href={`#${fieldId(id, name)}`}>{messages.join(' ')}</a>
              ) : (
                messages.join(' ')
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function fieldId(form: string, name: string): string {
  return `${form}-${name.replaceAll(/[^\w-]/g, '-')}`;
}

/** What the enclosing form shows in this field at first. */
export const useInitialValue = (name: string): unknown => FormContext.read()?.initial[name];

/** State of a field by its name: id, posted value, errors and ARIA attributes. `given` is its value before it was posted. */
export function useField(name: string, hint?: unknown, given?: string | readonly string[]) {
  const form = FormContext.read();
  if (!form) throw new Error('useField: no enclosing Form');
  const { state } = form;
  const language = useLanguage();
  const page = usePage();
  const id = fieldId(form.id, name);
  const messages = state.errors?.[name] ?? [];
  if (messages.length > 0) form.firstWrong ??= name;
  const kept = state.values?.[name];
  if (messages.length > 0 || (kept !== undefined && String(kept) !== String(given ?? '')))
    openEnclosingFolds(page.returned);
  const described = [hint ? `${id}-hint` : '', messages.length > 0 ? `${id}-error` : ''].filter(Boolean);
  return {
    id,
    messages,
    /** The posted value, when the form is rendered again. */
    kept,
    cameBack: state.values !== undefined,
    aria: {
      'aria-invalid': messages.length > 0 ? ('true' as const) : undefined,
      'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
      autofocus: form.firstWrong === name || undefined,
      // For the outbox, which cannot ask the server what is missing while there is no connection.
      'data-missing': form.isQueued ? findMissingText(page.missing, name)?.[language] : undefined,
    },
  };
}
