import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ComponentChildren } from 'preact';
import type { z } from 'zod';
import type { Text } from '../../../base/i18n/text.ts';
import type { PathParameters } from '../../../base/site/paths.ts';
import type { AnyOperation, BodyClass } from '../../../domain/kernel/operation.ts';
import type { SignedInSession } from '../../../features/accounts/sessions.ts';
import type { SignedInUser } from '../server/overview.ts';
import type { PageDependencies } from '../server/page-dependencies.ts';
import type { SealedForm } from '../server/sealed-form.ts';
import type { VisitorCalls } from '../server/visitor-calls.ts';
import type { ScreenOptions } from '../ui/shell.tsx';
import type { Undo, View } from '../ui/view.ts';
import type { MissingFieldTexts } from '../words/missing-field-texts.ts';
import type { PhotoSubject, SavedPhotographs } from './photographs.ts';

/** `signed-in` redirects to the sign-in page and back; `moderator` refuses everybody else with 403. */
export type PageAccess = 'anybody' | 'signed-in' | 'moderator';

export interface PageRequest<Who extends PageAccess = PageAccess> extends VisitorCalls {
  readonly session: Who extends 'anybody' ? SignedInSession | null : SignedInSession;
  readonly view: View;
  /** The signed-in user with counts of pending items, loaded once per request; null when signed out. */
  loadSignedInUser(): Promise<SignedInUser | null>;
  /** The posted form; null for GET. */
  readonly form: URLSearchParams | null;
  /** A field of the posted form, or a query parameter for GET; a repeated query parameter counts as empty. */
  text(name: string): string;
  /** Saves the photographs uploaded in a form field; only for actions with `photographs: true`. */
  savePhotographs(field: string, subject: PhotoSubject): Promise<SavedPhotographs>;
  /** The uploaded file of an action with `file: true`; null when none was chosen. */
  findUploadedFile(field: string): { readonly name: string; readonly bytes: Buffer } | null;
  /** The result of a form that changed nothing, such as a preview: see `Rerender`. */
  readonly formResult?: unknown | undefined;
  readonly dependencies: PageDependencies;
  /** Key of the fair share of workers and connections: the account or the network address. */
  readonly shareKey: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface FormRequest<Who extends PageAccess = PageAccess> extends PageRequest<Who> {
  readonly form: URLSearchParams;
}

/** Returned by `load` to redirect instead of rendering. */
export class Redirect {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** After an accepted form: where to redirect (303), and the flash notice for that page. */
export interface ActionResult {
  readonly to: string;
  readonly notice?: Text | undefined;
  /** The notice warns: what the form asked for was not done. */
  readonly isProblem?: true | undefined;
  /** A form that takes the change back, offered by the notice for a few seconds. */
  readonly undo?: Undo | undefined;
  /** Shown once on the next page, such as a new token. Encrypted in a cookie for this session and that page only. */
  readonly shown?: Readonly<Record<string, string>> | undefined;
}

/** The form changed nothing: the page is rendered again with the posted values and this result. */
export class Rerender {
  readonly result: unknown;
  constructor(found: unknown) {
    this.result = found;
  }
}

/**
 * After signing in: renders the page of a form that was posted when its session had expired, with its values
 * restored.
 */
export class RestoredForm {
  readonly form: SealedForm;
  constructor(typed: SealedForm) {
    this.form = typed;
  }
}

export interface PageAction<Path extends string = string, Who extends PageAccess = PageAccess> {
  readonly path: Path;
  /** Verifies a password, sends an email or creates something for an anonymous client: strict rate limit. */
  readonly strictRateLimit?: boolean | 'sign-in' | undefined;
  /** Size class of the form body; small by default. */
  readonly body?: BodyClass | undefined;
  /** The form may upload photographs (`ui/photo-field`). */
  readonly photographs?: boolean | undefined;
  /** The form may upload one file, which is read into memory, up to the limit of `body`. */
  readonly file?: boolean | undefined;
  /** A form of one button without fields: a refusal is shown as a notice above the page. */
  readonly isButton?: boolean | undefined;
  /** Of a form made from a definition: the fields that it asks for. */
  readonly fields?: readonly string[];
  /** A thrown refusal renders the page again with the posted values and each error at its field. */
  perform(
    names: PathParameters<Path>,
    pageRequest: FormRequest<Who>,
  ): Promise<ActionResult | Rerender | RestoredForm>;
}

/** Document head, layout and response options of a page. */
export interface Head extends ScreenOptions {
  readonly status?: number | undefined;
  /** Other origins that a form of this page may redirect to (CSP `form-action`). */
  readonly formTargets?: readonly string[] | undefined;
  /** Other origins that images may come from (CSP `img-src`). */
  readonly imageSources?: readonly string[] | undefined;
}

export interface Page<Data = unknown> {
  readonly path: string;
  readonly access: PageAccess;
  readonly texts: Readonly<Record<string, Text>> & { readonly title: Text };
  /** What to write in its fields where they are left empty; see also `words/missing-field-texts.ts`. */
  readonly missing?: MissingFieldTexts | undefined;
  /** Shows or asks for a secret: sent with `no-store`, even to anonymous visitors. */
  readonly secret?: boolean | undefined;
  /**
   * Opening the page marks something as read: the unread counts of the frame are loaded after `load`, not in
   * parallel.
   */
  readonly marksAsRead?: boolean | undefined;
  /**
   * Some of what it shows is not for everybody: who is signed out and finds nothing is sent to the sign-in page, whether
   * it exists or not.
   */
  readonly signInToFind?: true | undefined;
  /** False: never cached by the service worker for reading offline. */
  readonly offline?: false | undefined;
  /** Grows with the village: counts against the rate limit by its size. */
  readonly countsBySize?: true | undefined;
  readonly actions?: Readonly<Record<string, PageAction>> | undefined;
  load?(names: Readonly<Record<string, string>>, pageRequest: PageRequest): Promise<Data | Redirect>;
  head?(data: Data, view: View): Partial<Head>;
  render(data: Data, view: View): ComponentChildren;
}

/** Ties each action to the parameters of its own path; a form (`form.tsx`) brings its action along. */
type Actions<Paths, Who extends PageAccess> = {
  readonly [Name in keyof Paths]:
    | PageAction<Paths[Name] & string, Who>
    | { readonly Action: PageAction<Paths[Name] & string, Who> };
};

const names = new WeakMap<object, string>();

/** The name of an action on its page, which is the id of its form. */
export function nameOfAction(action: object): string {
  const name = names.get(action);
  if (name === undefined) throw new Error('A form is in no actions of a page.');
  return name;
}

function nameActions(actions: Readonly<Record<string, object>>): Record<string, PageAction> {
  const named = Object.entries(actions).map(([name, given]) => {
    const action = ('Action' in given ? given.Action : given) as PageAction;
    names.set(action, name);
    return [name, action] as const;
  });
  return Object.fromEntries(named);
}

/** Infers the types of a page from its path, access and data. */
export function definePage<
  const Path extends string,
  const Who extends PageAccess,
  const Texts extends Page['texts'],
  const Paths = Record<never, never>,
  Data = undefined,
>(page: {
  readonly path: Path;
  readonly access: Who;
  readonly texts: Texts;
  readonly missing?: MissingFieldTexts | undefined;
  readonly secret?: boolean | undefined;
  readonly marksAsRead?: boolean | undefined;
  readonly signInToFind?: true | undefined;
  readonly offline?: false | undefined;
  readonly countsBySize?: true | undefined;
  readonly load?: (names: PathParameters<Path>, pageRequest: PageRequest<Who>) => Promise<Data | Redirect>;
  readonly actions?: Actions<Paths, Who> | undefined;
  readonly head?: (data: NoInfer<Data>, view: View) => Partial<Head>;
  readonly render: (data: NoInfer<Data>, view: View) => ComponentChildren;
}): Page<Data> & { readonly texts: Texts } {
  const { actions } = page;
  return { ...page, ...(actions && { actions: nameActions(actions) }) } as unknown as Page<Data> & {
    readonly texts: Texts;
  };
}

/** An action that calls one operation: the posted form becomes its input. */
export function submitTo<const Path extends string, Output extends z.ZodType>(
  operation: AnyOperation<Output>,
  action: Pick<PageAction<Path>, 'path' | 'isButton'> & {
    read(form: URLSearchParams, names: PathParameters<Path>): Record<string, unknown>;
    done(reply: z.output<Output>, names: PathParameters<Path>, form: URLSearchParams): ActionResult;
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
