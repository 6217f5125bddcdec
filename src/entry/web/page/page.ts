import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import type { z } from 'zod';
import type { Text } from '../../../base/i18n/text.ts';
import type { PathValues } from '../../../base/site/paths.ts';
import type { OperationScope } from '../../../domain/kernel/caller.ts';
import type { BodyClass, Operation } from '../../../domain/kernel/operation.ts';
import type { SessionRow } from '../../../store/accounts/sessions.ts';
import type { VisitorAct, VisitorCall } from '../server/call.ts';
import type { Signed } from '../server/overview.ts';
import type { PageParts } from '../server/parts.ts';
import type { TypedForm } from '../server/typed-form.ts';
import type { Screen } from '../ui/shell.tsx';
import type { View } from '../ui/view.ts';
import type { KeptPhotographs, PhotoSubject } from './photographs.ts';

/** `signed-in` leads strangers through the sign-in and back; `moderator` refuses everybody else. */
export type ForWhom = 'anybody' | 'signed-in' | 'moderator';

export interface Visit<Who extends ForWhom = ForWhom> {
  readonly session: Who extends 'anybody' ? SessionRow | null : SessionRow;
  /** The one way to an operation: as this visitor. */
  readonly call: VisitorCall;
  /** What is no operation: `defineAction`. */
  readonly act: VisitorAct;
  readonly view: View;
  /** Who is signed in and what waits for them, read once; null for strangers. */
  signed(): Promise<Signed | null>;
  /** What was posted; null while somebody only looks. */
  readonly form: URLSearchParams | null;
  /** A field of the form, or of the address while somebody only looks; given twice in an address it counts as none. */
  text(name: string): string;
  /** Keeps what was chosen in a field of the form as photographs of a thing; only where the action takes them. */
  keepPhotographs(field: string, subject: PhotoSubject): Promise<KeptPhotographs>;
  /** The one file of a form whose action takes `file`; null where none was chosen. */
  sentFile(field: string): { readonly name: string; readonly bytes: Buffer } | null;
  /** What a form found out without changing anything: `Again`. */
  readonly found?: unknown;
  readonly parts: PageParts;
  /** Whose share of workers and connections it takes. */
  readonly share: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface Posted<Who extends ForWhom = ForWhom> extends Visit<Who> {
  readonly form: URLSearchParams;
}

/** Instead of a page: the browser is sent elsewhere. */
export class GoTo {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** After a form was accepted: where the browser goes, and what is said there once. */
export interface Done {
  readonly to: string;
  readonly notice?: Text;
  /** Shown once beside the notice, such as a new token. It travels sealed, for this visitor and that page alone. */
  readonly shown?: Readonly<Record<string, string>>;
}

/** Nothing was changed, only looked at: the same page with the form as it was sent, and what was found. */
export class Again {
  readonly found: unknown;
  constructor(found: unknown) {
    this.found = found;
  }
}

/** Somebody signed in whose form had come too late: its page is shown, with what they had typed. */
export class FormAgain {
  readonly typed: TypedForm;
  constructor(typed: TypedForm) {
    this.typed = typed;
  }
}

export interface PageAction<Path extends string = string, Who extends ForWhom = ForWhom> {
  /** Where its form is posted to. */
  readonly path: Path;
  /** Compares a password, sends a letter or makes something before anybody is known. */
  readonly costly?: boolean | 'sign-in';
  /** How much the form may carry; small when it is not said. */
  readonly body?: BodyClass;
  /** The form may bring photographs: `ui/photo-field`. */
  readonly photographs?: boolean;
  /** The form may bring one file, which the action reads whole: as much of it as `body` allows. */
  readonly file?: boolean;
  /** One of many buttons without fields: a refusal is said above the page, where there is no field to lay it onto. */
  readonly isButton?: boolean;
  /** A refusal that is thrown comes back on the page, with what was typed and each reason at its field. */
  perform(names: PathValues<Path>, visit: Posted<Who>): Promise<Done | Again | FormAgain>;
}

/** What stands around the content, and how the page is sent. */
export interface Head extends Screen {
  readonly status?: number;
  /** Where a form of this page may lead on to beside this host. */
  readonly formTargets?: readonly string[];
  /** Where pictures may come from beside this host. */
  readonly imageSources?: readonly string[];
}

export interface Page<Data = unknown> {
  readonly path: string;
  readonly for: ForWhom;
  readonly texts: Readonly<Record<string, Text>> & { readonly title: Text };
  /** Shows or asks for a secret: no copy of it is kept, whoever looks. */
  readonly secret?: boolean;
  /** Opening it settles something that waits, such as unread messages: the frame counts what is left after that. */
  readonly settles?: boolean;
  /** False: never kept on the phone for reading without a line. */
  readonly offline?: false;
  readonly actions?: Readonly<Record<string, PageAction>>;
  load?(names: Readonly<Record<string, string>>, visit: Visit): Promise<Data | GoTo>;
  head?(data: Data, view: View): Partial<Head>;
  render(data: Data, view: View): ComponentChildren;
}

/** Paths of the actions by their names, so that each knows what its own address holds. */
type Actions<Paths, Who extends ForWhom> = {
  readonly [Name in keyof Paths]: PageAction<Paths[Name] & string, Who>;
};

/** A page: its address, whom it is for, what it reads, what can be done on it, how it looks. */
export function definePage<
  const Path extends string,
  const Who extends ForWhom,
  const Texts extends Page['texts'],
  const Paths = Record<never, never>,
  Data = undefined,
>(page: {
  readonly path: Path;
  readonly for: Who;
  readonly texts: Texts;
  readonly secret?: boolean;
  readonly settles?: boolean;
  readonly offline?: false;
  readonly load?: (names: PathValues<Path>, visit: Visit<Who>) => Promise<Data | GoTo>;
  readonly actions?: Actions<Paths, Who>;
  readonly head?: (data: NoInfer<Data>, view: View) => Partial<Head>;
  readonly render: (data: NoInfer<Data>, view: View) => ComponentChildren;
}): Page<Data> & { readonly texts: Texts } {
  return page as unknown as Page<Data> & { readonly texts: Texts };
}

/** A form that is one operation: what is posted becomes its input, and it decides. */
export function submitTo<
  const Path extends string,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Prepared,
>(
  operation: Operation<string, Input, Output, OperationScope, Prepared>,
  action: Pick<PageAction<Path>, 'path' | 'isButton'> & {
    read(form: URLSearchParams, names: PathValues<Path>): Record<string, unknown>;
    done(reply: z.output<Output>, names: PathValues<Path>, form: URLSearchParams): Done;
  },
): PageAction<Path> {
  return {
    path: action.path,
    ...(action.isButton && { isButton: true }),
    ...(operation.body && { body: operation.body }),
    perform: async (names, { call, form }) =>
      action.done(await call(operation, action.read(form, names)), names, form),
  };
}
