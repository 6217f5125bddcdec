import type { Text } from '../../base/i18n/text.ts';

/** Where a connection sends its secret: scheme, host and port. Undefined when the settings name no host. */
function destinationOf(settings: Readonly<Record<string, unknown>>): string | undefined {
  const { url, host, port, tls } = settings;
  if (typeof url === 'string') return URL.canParse(url) ? new URL(url).origin : url;
  return typeof host === 'string' ? `${host.toLowerCase()}:${port ?? ''}:${tls ?? ''}` : undefined;
}

/** A stored secret is kept only for the same destination: otherwise an edit could send it to any host. */
export function mayKeepSecret(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): true | Text {
  return (
    destinationOf(before) === destinationOf(after) || {
      en: 'The address has changed: send the token or password again, or null to go without.',
      ru: 'Адрес теперь другой: пришлите токен или пароль ещё раз либо null, если он больше не нужен.',
    }
  );
}
