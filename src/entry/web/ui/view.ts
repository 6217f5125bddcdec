import type { Language } from '../../../base/i18n/text.ts';
import type { FormState } from './form-state.ts';
import type { Overview } from './navigation.ts';

/** What every page knows about the request it answers, beside its own data. */
export type View = {
  readonly language: Language;
  readonly csrf?: string;
  /** Null for strangers; absent where nobody looked who it is. */
  readonly account?: { readonly name: string; readonly id?: string } | null;
  /** The requested path with its query, as the browser sees it. */
  readonly path: string;
  readonly baseUrl: string;
  /** The account's chosen skin; a name that is not known follows the device. */
  readonly skin?: string | null;
  /** Whether the bar and the side menu stay in sight; they do unless somebody chose otherwise. */
  readonly stickyHeader?: boolean;
  readonly stickySidebar?: boolean;
  /** What waits for whoever is signed in. */
  readonly overview?: Overview | null;
  /** Whether an address has a page; all have unless this is given. */
  readonly isBuilt?: (href: string) => boolean;
  /** What the last form did, said once. */
  readonly notice?: { readonly text: string; readonly isProblem: boolean };
  /** What the last form made, shown once. */
  readonly shown?: Readonly<Record<string, string>>;
  /** Forms that came back, by the name of their action. */
  readonly forms?: Readonly<Record<string, FormState>>;
};

/** The same page with one query parameter set: never another host, whatever stands in the path. */
export function pathWith(path: string, parameter: string, value: string): string {
  const { pathname, searchParams } = parsePath(path);
  searchParams.set(parameter, value);
  // A path such as `/.//host` normalises to `//host`, which a browser would read as an address.
  return `${pathname.replace(/^\/+/, '/')}?${searchParams}`;
}

export function parsePath(path: string): URL {
  return URL.canParse(path, 'http://page') ? new URL(path, 'http://page') : new URL('http://page/');
}
