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

/** `signed-in` redirects to the sign-in page and back; `moderator` refuses everybody else with 403. */
export type ForWhom = 'anybody' | 'signed-in' | 'moderator';

export interface Visit<Who extends ForWhom = ForWhom> {
  readonly session: Who extends 'anybody' ? SessionRow | null : SessionRow;
  /** Calls an operation as this visitor. */
  readonly call: VisitorCall;
  /** Runs a page-only action (`defineAction`) as this visitor. */
  readonly act: VisitorAct;
  readonly view: View;
  /** The signed-in user with counts of pending items, loaded once per request; null when signed out. */
  signed(): Promise<Signed | null>;
  /** The posted form; null for GET. */
  readonly form: URLSearchParams | null;
  /** A field of the posted form, or a query parameter for GET; a repeated query parameter counts as empty. */
  text(name: string): string;
  /** Saves the photographs uploaded in a form field; only for actions with `photographs: true`. */
  keepPhotographs(field: string, subject: PhotoSubject): Promise<KeptPhotographs>;
  /** The uploaded file of an action with `file: true`; null when none was chosen. */
  sentFile(field: string): { readonly name: string; readonly bytes: Buffer } | null;
  /** The result of a form that changed nothing, such as a preview: see `Rerender`. */
  readonly found?: unknown;
  readonly parts: PageParts;
  /** Key of the fair share of workers and connections: the account or the network address. */
  readonly share: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface Posted<Who extends ForWhom = ForWhom> extends Visit<Who> {
  readonly form: URLSearchParams;
}

/** Returned by `load` to redirect instead of rendering. */
export class GoTo {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** After an accepted form: where to redirect (303), and the flash notice for that page. */
export interface Done {
  readonly to: string;
  readonly notice?: Text;
  /** Shown once on the next page, such as a new token. Encrypted in a cookie for this session and that page only. */
  readonly shown?: Readonly<Record<string, string>>;
}

/** The form changed nothing: the page is rendered again with the posted values and this result. */
export class Again {
  readonly found: unknown;
  constructor(found: unknown) {
    this.found = found;
  }
}

/**
 * After signing in: renders the page of a form that was posted when its session had expired, with its values
 * restored.
 */
export class FormAgain {
  readonly typed: TypedForm;
  constructor(typed: TypedForm) {
    this.typed = typed;
  }
}

export interface PageAction<Path extends string = string, Who extends ForWhom = ForWhom> {
  readonly path: Path;
  /** Verifies a password, sends an email or creates something for an anonymous client: strict rate limit. */
  readonly costly?: boolean | 'sign-in';
  /** Size class of the form body; small by default. */
  readonly body?: BodyClass;
  /** The form may upload photographs (`ui/photo-field`). */
  readonly photographs?: boolean;
  /** The form may upload one file, which is read into memory, up to the limit of `body`. */
  readonly file?: boolean;
  /** A form of one button without fields: a refusal is shown as a notice above the page. */
  readonly isButton?: boolean;
  /** A thrown refusal renders the page again with the posted values and each error at its field. */
  perform(names: PathValues<Path>, visit: Posted<Who>): Promise<Done | Again | FormAgain>;
}

/** Document head, layout and response options of a page. */
export interface Head extends Screen {
  readonly status?: number;
  /** Other origins that a form of this page may redirect to (CSP `form-action`). */
  readonly formTargets?: readonly string[];
  /** Other origins that images may come from (CSP `img-src`). */
  readonly imageSources?: readonly string[];
}

export interface Page<Data = unknown> {
  readonly path: string;
  readonly for: ForWhom;
  readonly texts: Readonly<Record<string, Text>> & { readonly title: Text };
  /** Shows or asks for a secret: sent with `no-store`, even to anonymous visitors. */
  readonly secret?: boolean;
  /**
   * Opening the page marks something as read: the unread counts of the frame are loaded after `load`, not in
   * parallel.
   */
  readonly settles?: boolean;
  /** False: never cached by the service worker for reading offline. */
  readonly offline?: false;
  readonly actions?: Readonly<Record<string, PageAction>>;
  load?(names: Readonly<Record<string, string>>, visit: Visit): Promise<Data | GoTo>;
  head?(data: Data, view: View): Partial<Head>;
  render(data: Data, view: View): ComponentChildren;
}

/** Ties each action to the parameters of its own path. */
type Actions<Paths, Who extends ForWhom> = {
  readonly [Name in keyof Paths]: PageAction<Paths[Name] & string, Who>;
};

/** Infers the types of a page from its path, access and data. */
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

/** An action that calls one operation: the posted form becomes its input. */
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
