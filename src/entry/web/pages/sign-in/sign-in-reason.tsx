import { quoteInRussian } from '../../../../base/i18n/quotes.ts';
import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { show_settlement } from '../../../../features/operations/settlement/show_settlement.ts';
import type { PageRequest } from '../../page/page.ts';
import { Notice } from '../../ui/notice.tsx';

export const texts = {
  application: {
    en: 'An application asks for access. Sign in, and you will see who asks and for what before anything is allowed.',
    ru: 'Приложение просит доступ. Войдите\u00a0— и увидите, кто просит и что именно, до того как что-либо разрешите.',
  },
} as const satisfies Record<string, Text>;

const joinPath = new RegExp(`^${paths.join.replace('{settlement}', '([a-z0-9-]+)')}$`);

/** Why the page that somebody wanted needs an account, if that can be said; `next` is a path of this site. */
export async function loadSignInReason(next: string, { call }: PageRequest): Promise<Text | null> {
  if (next.startsWith(paths.authorize)) return texts.application;
  const { pathname, searchParams } = new URL(next || '/', 'http://localhost');
  const settlement = joinPath.exec(pathname)?.[1];
  if (settlement === undefined) return null;
  const village = await call(show_settlement, { settlement }).catch(() => null);
  if (village === null) return null;
  const { name } = village.data;
  const plot = searchParams.get('plot')?.slice(0, 40);
  return {
    en: `To be recorded ${plot ? `on plot ${plot} ` : ''}in ${name} you need an account. Sign in or create one: then the claim continues by itself.`,
    ru: `Чтобы записаться ${plot ? `на участок ${plot}, ` : 'в\u00a0'}${quoteInRussian(name)}, нужна учётная запись. Войдите или зарегистрируйтесь, и заявка откроется сама.`,
  };
}

export interface Invitee {
  /** Where the letter went; empty: the invitation is a link or a sheet. */
  readonly email: string;
}

const boardInvitationPath = new RegExp(`^${paths.boardInvitation.replace('{invitation}', '[^/]+')}$`);

/** Whoever follows an invitation, most likely without an account; `next` is a path of this site. */
export function findInvitee(next: string): Invitee | null {
  const { pathname, searchParams } = new URL(next || '/', 'http://localhost');
  const isInvited =
    (joinPath.test(pathname) && searchParams.has('code')) || boardInvitationPath.test(pathname);
  return isInvited ? { email: searchParams.get('email')?.slice(0, 254) ?? '' } : null;
}

export function SignInReason({ reason }: { reason: Text | null }) {
  if (reason === null) return null;
  return (
    <div class="gap-below">
      <Notice tone="plain">{reason}</Notice>
    </div>
  );
}
