import type { Language } from '../../../base/i18n/text.ts';
import type { MissingFieldTexts } from '../words/missing-field-texts.ts';
import type { FormState } from './form-state.ts';
import type { Overview } from './navigation.ts';

/** A form of one button that takes the last change back. */
export type Undo = {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
};

/** Data of the request that every page may use when rendering. */
export type View = {
  readonly language: Language;
  readonly csrf?: string | undefined;
  /** Null when signed out; absent when the session was not looked up, as for unknown addresses. */
  readonly account?: { readonly name: string; readonly id?: string | undefined } | null;
  readonly path: string;
  readonly baseUrl: string;
  /** Skin chosen by the account; an unknown name follows the color scheme of the device. */
  readonly skin?: string | null | undefined;
  /** True by default. */
  readonly stickyHeader?: boolean | undefined;
  readonly stickySidebar?: boolean | undefined;
  /** Places, roles and unread counts of the signed-in user. */
  readonly overview?: Overview | null | undefined;
  /** Whether a path has a page; all do by default. */
  readonly hasPage?: (href: string) => boolean;
  /** The policies have a version that the account has not agreed to. */
  readonly asksForConsent?: boolean | undefined;
  /** Flash notice of the last form. */
  readonly notice?: { readonly text: string; readonly isProblem: boolean; readonly undo?: Undo | undefined };
  /** Secret values created by the last form, shown once. */
  readonly shown?: Readonly<Record<string, string>> | undefined;
  /** State of the form that came back, by its id. */
  readonly forms?: Readonly<Record<string, FormState>> | undefined;
  /** See `Page.missing`. */
  readonly missing?: MissingFieldTexts | undefined;
};

/** The same path with one query parameter set, or without it. Never leads to another host, whatever the path holds. */
export function setQueryParameter(path: string, parameter: string, value: string | null): string {
  const { pathname, searchParams } = parsePath(path);
  if (value === null) searchParams.delete(parameter);
  else searchParams.set(parameter, value);
  // `/.//host` normalises to `//host`, which a browser reads as a protocol-relative URL.
  return `${pathname.replace(/^\/+/, '/')}${searchParams.size > 0 ? `?${searchParams}` : ''}`;
}

export function parsePath(path: string): URL {
  return URL.canParse(path, 'http://page') ? new URL(path, 'http://page') : new URL('http://page/');
}
