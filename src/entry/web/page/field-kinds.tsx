import type { ComponentChildren } from 'preact';
import type { Text } from '../../../base/i18n/text.ts';
import { CheckField, ChoiceChips, RadioCards } from '../ui/choice.tsx';
import { ReasonBox, readReason } from '../ui/decision.tsx';
import { type Choice, DateField, SelectField, TextArea, TextField } from '../ui/field.tsx';
import type { Words } from '../ui/language-context.ts';
import type { SuggestSource } from '../ui/suggest.ts';
import { readTags, TagsField } from '../ui/tags-field.tsx';
import type { FieldRule } from './field-rules.ts';

/** How a field of an input is asked for on a page: what is shown, and how what was typed is read. */
export interface FieldKind<Value, More extends object = object> {
  /** `More` is what only the place on the page knows, such as the choices of a list that was loaded. */
  render(place: FieldPlace<Value>, more: More & Partial<FieldWords>): ComponentChildren;
  /** Empty text: nothing was given. Undefined: the posted form has no such field. */
  read(form: URLSearchParams, name: string): unknown;
  /** Empty text is sent on, to be refused, although the input may do without. */
  readonly isRequired?: boolean;
}

export interface FieldPlace<Value> {
  readonly name: string;
  readonly rule: FieldRule;
  readonly value: Value | undefined;
}

interface FieldWords {
  readonly label: Words;
  readonly hint: ComponentChildren;
}

type FieldOptions = {
  readonly hint?: ComponentChildren;
  /** The form needs it although the input does not; `unsaid` is not marked as optional either. */
  readonly required?: true | 'unsaid';
};

const optionalOf = ({ required }: FieldOptions, { isOptional }: FieldRule) =>
  required === 'unsaid' ? ('unsaid' as const) : isOptional && required === undefined;

const readLine = (form: URLSearchParams, name: string) => form.get(name)?.trim();

type LineOptions = FieldOptions & {
  readonly type?: 'text' | 'email' | 'tel' | 'url';
  readonly autocomplete?: string;
  readonly placeholder?: Words;
  readonly inputMode?: 'decimal' | 'numeric' | 'tel';
  readonly unit?: Words;
  /** Where the input bounds it less. */
  readonly maxLength?: number;
  readonly suggest?: SuggestSource;
};

/** One line of text; without the spaces around it. */
export function line(
  label: Words,
  options: LineOptions = {},
): FieldKind<string, { suggestions?: readonly string[]; suggest?: SuggestSource; unit?: Words }> {
  const { required: _, ...shown } = options;
  return {
    render: ({ name, rule, value = '' }, more) => (
      <TextField
        name={name}
        label={label}
        value={value}
        optional={optionalOf(options, rule)}
        {...(rule.maxLength !== undefined && { maxLength: rule.maxLength })}
        {...shown}
        {...more}
      />
    ),
    read: options.inputMode === 'decimal' ? readDecimal : readLine,
    isRequired: options.required === true,
  };
}

/** With a comma or a point. */
const readDecimal = (form: URLSearchParams, name: string) => readLine(form, name)?.replace(',', '.');

/** Several lines, as they were typed. */
export function paragraph(
  label: Words,
  options: FieldOptions & { readonly rows?: number } = {},
): FieldKind<string> {
  const { required: _, ...shown } = options;
  return {
    render: ({ name, rule, value = '' }, more) => (
      <TextArea
        name={name}
        label={label}
        value={value}
        optional={optionalOf(options, rule)}
        {...(rule.maxLength !== undefined && { maxLength: rule.maxLength })}
        {...shown}
        {...more}
      />
    ),
    read: (form, name) => form.get(name) ?? undefined,
    isRequired: options.required === true,
  };
}

/** Names of the values of an enumeration, in the order in which they are offered. */
export type ValueTexts = Readonly<Record<string, Words>>;

type ChoiceOptions = FieldOptions & {
  /** Offered first, for none of the values. */
  readonly none?: Words;
  readonly as?: 'list' | 'cards' | 'chips';
  readonly hints?: Readonly<Partial<Record<string, Words>>>;
};
type Offered = { readonly choices?: readonly Choice[] };

/** One of the values that the input takes. */
export function choice(
  label: Words,
  values: ValueTexts,
  options: ChoiceOptions = {},
): FieldKind<string, Offered> {
  const { none, as = 'list', hints = {}, hint } = options;
  const Group = { list: SelectField, cards: RadioCards, chips: ChoiceChips }[as];
  const offered = [
    ...(none === undefined ? [] : [{ value: '', label: none }]),
    ...Object.entries(values).map(([value, words]) => {
      const hint = hints[value];
      return { value, label: words, ...(hint !== undefined && { hint }) };
    }),
  ];
  return {
    render: ({ name, value }, more) => (
      <Group
        name={name}
        label={label}
        choices={offered}
        {...(value !== undefined && { value })}
        {...(hint !== undefined && { hint })}
        {...more}
      />
    ),
    read: readLine,
    isRequired: options.required === true,
  };
}

/** Ticked or not. */
export function check(label: Words, { hint }: Pick<FieldOptions, 'hint'> = {}): FieldKind<boolean> {
  return {
    render: ({ name, value = false }, more) => (
      <CheckField name={name} label={label} checked={value} {...(hint !== undefined && { hint })} {...more} />
    ),
    read: (form, name) => form.get(name) === 'true',
  };
}

export function date(
  label: Words,
  options: FieldOptions & { readonly time?: true } = {},
): FieldKind<string, { min?: string; max?: string }> {
  const { required: _, ...shown } = options;
  return {
    render: ({ name, rule, value = '' }, more) => (
      <DateField
        name={name}
        label={label}
        value={value}
        optional={optionalOf(options, rule)}
        {...shown}
        {...more}
      />
    ),
    read: readLine,
  };
}

/** Texts of an enumeration as `choice` takes them. */
export const pickTexts = <Name extends string>(
  texts: Readonly<Record<Name, Text>>,
  names: readonly Name[],
): ValueTexts => Object.fromEntries(names.map((name) => [name, texts[name]]));

/** Why: one of the suggested reasons, or own words. Its children are the button that goes with it. */
export function reason(
  title: Words,
  suggested: readonly Words[],
  options: { readonly open?: true } = {},
): FieldKind<string, { children?: ComponentChildren }> {
  return {
    render: (_, { children }) => (
      <ReasonBox title={title} reasons={suggested} {...options}>
        {children}
      </ReasonBox>
    ),
    read: readReason,
  };
}

/** Tags with commas between them; nothing is sent where an older form has no such field. */
export function tags(): FieldKind<readonly string[]> {
  return {
    render: ({ value = [] }) => <TagsField tags={value} />,
    read: (form) => readTags(form).tags,
  };
}
