import type { ComponentChildren } from 'preact';
import type { z } from 'zod';
import { fillPath, type PathParameters } from '../../../base/site/paths.ts';
import type { AnyDefinition, AnyOperation, ReplyOf } from '../../../domain/kernel/operation.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import { ButtonForm, type ButtonFormProps } from '../ui/button-form.tsx';
import { Form, useInitialValue } from '../ui/form.tsx';
import type { Words } from '../ui/language-context.ts';
import type { FieldKind } from './field-kinds.tsx';
import { type FieldRule, readFieldRules } from './field-rules.ts';
import {
  type ActionResult,
  type FormRequest,
  nameOfAction,
  type PageAccess,
  type PageAction,
  type Rerender,
} from './page.ts';

// biome-ignore lint/suspicious/noExplicitAny: a field's value is contravariant, so no narrower type holds all of them
type AnyField = FieldKind<any, any>;
type Input<D extends AnyDefinition> = z.input<D['input']>;
type Reply<D> = D extends AnyOperation<infer Output> ? z.output<Output> : ReplyOf<D>;
/** Of an input without fields: none. */
type RequiredKeys<I> = string extends keyof I
  ? never
  : { [K in keyof I]-?: object extends Pick<I, K> ? never : K }[keyof I];

type ValueOf<Field> = Field extends FieldKind<infer Value, infer _> ? Value : never;
type MoreOf<Field> = Field extends FieldKind<infer _, infer More> ? More : never;

interface FormOptions<
  D extends AnyDefinition,
  Path extends string,
  Fields,
  Hidden extends string,
  Given,
  Who extends PageAccess,
> {
  /** That of its page. */
  readonly access?: Who;
  /** Where it is sent to. Parameters of the path that the input has are given to it. */
  readonly path: Path;
  /** What the person fills in, by name of the input's field. */
  readonly fields?: Fields & { readonly [Name in Exclude<keyof Fields, keyof Input<D>>]: never };
  /** Fields of the input that the page sends along unseen. */
  readonly hidden?: readonly Hidden[];
  /** What the address or the request says of the input. */
  given?(names: PathParameters<Path>, request: FormRequest<Who>): Given | Promise<Given>;
  done(
    reply: Reply<D>,
    names: PathParameters<Path>,
    request: FormRequest<Who>,
  ): ActionResult | Rerender | Promise<ActionResult | Rerender>;
  /** What is done with the input instead of what the form submits; undefined: it is submitted. */
  instead?(
    input: Record<string, unknown>,
    names: PathParameters<Path>,
    request: FormRequest<NoInfer<Who>>,
  ): Promise<ActionResult> | undefined;
  /** Answers a refusal by something else than this form with its errors; what it throws is shown there. */
  refused?(refusal: Refusal, names: PathParameters<Path>, request: FormRequest<Who>): Promise<ActionResult>;
  readonly strictRateLimit?: boolean;
  readonly isButton?: true;
  /** Files come with it, for `given` or `done` to read. */
  readonly uploads?: 'photographs' | 'file';
}

type FormProps<Path extends string, Fields, Hidden extends string> = {
  /** Parameters of its path. */
  readonly at: PathParameters<Path>;
  readonly values?: { readonly [Name in keyof Fields]?: ValueOf<Fields[Name]> | null };
  readonly children?: ComponentChildren;
  readonly class?: string;
  readonly outbox?: Words;
  readonly outboxDay?: string;
  readonly takeBack?: Words;
  /** Where the page has the form several times. */
  readonly id?: string;
  readonly draft?: boolean | string;
  readonly enhance?: true | string;
} & ([Hidden] extends [never]
  ? { readonly hidden?: SentAlong }
  : { readonly hidden: Readonly<Record<Hidden, string | undefined>> & SentAlong });

/** Also what only `given` reads. */
type SentAlong = Readonly<Record<string, string | undefined>>;

/** A form of a page: its action, the form around the fields, and each field by its name in the input. */
export type DefinedForm<
  Path extends string,
  Fields,
  Hidden extends string,
  Who extends PageAccess = 'signed-in',
> = {
  readonly Action: PageAction<Path, Who>;
  readonly Form: (props: FormProps<Path, Fields, Hidden>) => ComponentChildren;
  /** The whole form, where it has no fields. */
  readonly Button: (
    props: { readonly at: PathParameters<Path> } & Omit<ButtonFormProps, 'action'>,
  ) => ComponentChildren;
} & FieldsOf<Fields>;

/** The fields alone, for what several forms share. */
export type FieldsOf<Fields> = {
  readonly [Name in keyof Fields]: (
    props: Partial<MoreOf<Fields[Name]>> & { readonly label?: Words; readonly hint?: ComponentChildren },
  ) => ComponentChildren;
};

/** Where `Wrong` names fields, what `form` returns is no form, and does not compile as an action of a page. */
type Unless<Wrong, Made> = [Wrong] extends [never] ? Made : { readonly wrongFields: Wrong };

/**
 * A form that submits one definition. Its fields are named by the input and take bounds, choices and whether they may be
 * left out from there. What the input requires has to come from a field, the path or `given`; anything else does not
 * compile.
 */
export function form<
  D extends AnyDefinition,
  const Path extends string,
  Fields extends { readonly [Name in keyof Input<D>]?: AnyField } = Record<never, never>,
  const Hidden extends keyof Input<D> & string = never,
  const Given extends Partial<Input<D>> = Record<never, never>,
  const Who extends PageAccess = 'signed-in',
>(
  definition: D,
  options: FormOptions<D, Path, Fields, Hidden, Given, Who>,
): Unless<
  | Exclude<RequiredKeys<Input<D>>, keyof Fields | keyof PathParameters<Path> | keyof Given | Hidden>
  | Exclude<keyof Given, keyof Input<D>>,
  DefinedForm<Path, Fields, Hidden, Who>
> {
  const { path, hidden = [], given, instead, done, refused, strictRateLimit, isButton, uploads } = options;
  const rules = readFieldRules(definition.input);
  const inputs = Object.entries((options.fields ?? {}) as unknown as Record<string, AnyField>).map(
    ([name, field]) => {
      const rule = rules.get(name);
      if (rule === undefined) throw new Error(`${definition.name} has no field ${name}.`);
      return { name, rule, field };
    },
  );
  const action = {
    path,
    fields: inputs.map(({ name }) => name),
    ...(definition.body && { body: definition.body }),
    ...(strictRateLimit && { strictRateLimit }),
    ...(isButton && { isButton }),
    ...(uploads && { [uploads]: true }),
    async perform(names: PathParameters<Path>, request: FormRequest<Who>) {
      const { form: posted, call } = request;
      const sent = [
        ...Object.entries(names).filter(([name]) => rules.has(name)),
        ...inputs.map(({ name, rule, field }) => [name, readTyped(field, posted, name, rule)] as const),
        ...hidden.map((name) => [name, posted.get(name) || undefined] as const),
      ].filter(([, value]) => value !== undefined);
      const input = { ...Object.fromEntries(sent), ...(await given?.(names, request)) };
      const other = instead?.(input, names, request);
      if (other !== undefined) return other;
      let reply: Reply<D>;
      try {
        reply = (await call(definition, input)) as Reply<D>;
      } catch (error) {
        if (refused && error instanceof Refusal) return refused(error, names, request);
        throw error;
      }
      return done(reply, names, request);
    },
  };
  return {
    ...Object.fromEntries(
      inputs.map(({ name, rule, field }) => [
        name,
        (more: object) =>
          field.render({ name, rule, value: useInitialValue(name) ?? undefined }, more as never),
      ]),
    ),
    Action: action,
    Button: ({ at, ...button }: { at: PathParameters<Path> } & Omit<ButtonFormProps, 'action'>) => (
      <ButtonForm action={fillPath(path, at as never)} {...button} />
    ),
    Form({ at, values, hidden: along, children, ...shown }: FormProps<Path, Fields, Hidden>) {
      return (
        <Form
          id={nameOfAction(action)}
          action={fillPath(path, at as never)}
          {...(values && { initial: values })}
          {...(along && { hidden: along })}
          multipart={uploads !== undefined}
          {...shown}
        >
          {children}
        </Form>
      );
    },
  } as never;
}

function readTyped(field: AnyField, posted: URLSearchParams, name: string, rule: FieldRule): unknown {
  const typed = field.read(posted, name) ?? (rule.isOmittable ? undefined : '');
  return typed === '' && !field.isRequired ? rule.empty : typed;
}
