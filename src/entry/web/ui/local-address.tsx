import type { Text } from '../../../base/i18n/text.ts';
import { isLoopbackHost } from '../../../features/mail/email-link-origin.ts';
import { Notice } from './notice.tsx';

export const texts = {
  title: {
    en: 'This address opens only on this computer',
    ru: 'Этот адрес открывается только на этом компьютере',
  },
  why: {
    en: 'Sheets, codes and letters would carry {origin}, which no neighbour’s phone can open. First the operator sets the address of the site: More → Settings → Address.',
    ru: 'На листках, в кодах и письмах будет {origin}: с телефона соседа это не откроется. Сначала администратор задаёт адрес сайта: «Ещё» → «Настройка» → «Адрес сайта».',
  },
} as const satisfies Record<string, Text>;

/** Before something is printed or sent: says so when `url`, which it will carry, opens on this machine alone. */
export function LocalAddressNotice({ url }: { url: string }) {
  const { hostname, origin } = new URL(url);
  if (!isLoopbackHost(hostname)) return null;
  return (
    <div class="unprinted gap-below">
      <Notice tone="warn" title={texts.title}>
        {{ en: texts.why.en.replace('{origin}', origin), ru: texts.why.ru.replace('{origin}', origin) }}
      </Notice>
    </div>
  );
}
