import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Text } from '../../i18n/text.ts';
import type { View } from '../view.ts';
import { OwnFields } from './own-fields.tsx';

export const texts = {
  problem: { en: 'Please look at this again', ru: 'Проверьте, пожалуйста' },
  optional: { en: 'optional', ru: 'не обязательно' },
} as const satisfies Record<string, Text>;

/** A form that came back: what the person typed, and what was wrong with it, in their language. */
export type FormState = {
  readonly values?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** Said when no single field is to blame, such as a wrong pair of address and password. */
  readonly message?: string;
};

type Filled = { readonly id: string; readonly state: FormState; readonly view: View };
const FormContext = createContext<Filled | null>(null);

function useForm(): Filled {
  const form = useContext(FormContext);
  if (!form) throw new Error('A field stands outside a form');
  return form;
}

type FormProps = {
  /** The name of its action; distinct on its page, and the ids of its fields begin with it. */
  readonly id: string;
  readonly action: string;
  readonly view: View;
  readonly hidden?: Readonly<Record<string, string | undefined>>;
  readonly children: ComponentChildren;
};

export function Form({ id, action, view, hidden = {}, children }: FormProps) {
  return (
    <FormContext.Provider value={{ id, state: view.forms?.[id] ?? {}, view }}>
      <form id={id} class="form" method="post" action={action} noValidate>
        <OwnFields view={view} />
        {Object.entries(hidden).map(
          ([name, value]) =>
            value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <ErrorSummary />
        {children}
      </form>
    </FormContext.Provider>
  );
}

function ErrorSummary() {
  const { id, state, view } = useForm();
  if (!state.message && Object.keys(state.errors ?? {}).length === 0) return null;
  const faults = Object.entries(state.errors ?? {});
  return (
    <div class="errors" role="alert" aria-labelledby={`${id}-problem`}>
      <p class="errors-title" id={`${id}-problem`}>
        {texts.problem[view.language]}
      </p>
      {state.message && <p>{state.message}</p>}
      {faults.length > 0 && (
        <ul>
          {faults.map(([name, messages]) => (
            <li key={name}>
              <a href={`#${fieldId(id, name)}`}>{messages.join(' ')}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function fieldId(form: string, name: string): string {
  return `${form}-${name.replaceAll(/[^\w-]/g, '-')}`;
}

/** Everything a field shows, from its name: the id, the kept value, and what describes it to a screen reader. */
export function useField(name: string, hint?: string, preset = '') {
  const { id: form, state, view } = useForm();
  const id = fieldId(form, name);
  const messages = state.errors?.[name] ?? [];
  const kept = state.values?.[name];
  const described = [hint ? `${id}-hint` : '', messages.length > 0 ? `${id}-error` : ''].filter(Boolean);
  return {
    id,
    view,
    messages,
    value: typeof kept === 'string' ? kept : preset,
    chosen: state.values && kept !== undefined ? new Set(typeof kept === 'string' ? [kept] : kept) : null,
    cameBack: state.values !== undefined,
    aria: {
      'aria-invalid': messages.length > 0 ? ('true' as const) : undefined,
      'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
    },
  };
}

export function Hint({ id, children }: { id: string; children?: ComponentChildren }) {
  return children ? (
    <p class="hint" id={`${id}-hint`}>
      {children}
    </p>
  ) : null;
}

export function FieldError({ id, messages }: { id: string; messages: readonly string[] }) {
  return messages.length > 0 ? (
    <p class="field-error" id={`${id}-error`}>
      {messages.join(' ')}
    </p>
  ) : null;
}

export function Submit({
  children,
  kind = 'primary',
}: {
  children: string;
  kind?: 'primary' | 'danger' | 'quiet';
}) {
  return (
    <button class={kind} type="submit">
      {children}
    </button>
  );
}
