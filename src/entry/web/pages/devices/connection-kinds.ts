import type { KindName } from '../../words/connection-kinds.ts';
import { deriveMapping } from './json-sample.ts';

/** Initial sample, also used in the push examples. */
export const exampleJson = '{"temperature": 21.5, "humidity": 60}';

/** Reads the settings of a kind. Form fields are named like the operation input. */
export function readSettings(kind: KindName, form: URLSearchParams): Record<string, unknown> {
  const text = (name: string) => (form.get(name) ?? '').trim();
  const address = addScheme(text('settings.url'));
  switch (kind) {
    case 'home_assistant':
      return { url: address };
    case 'mqtt':
      return {
        host: text('settings.host'),
        ...(text('settings.port') !== '' && { port: Number(text('settings.port')) }),
        tls: form.get('settings.tls') === 'true',
        ...(text('settings.username') !== '' && { username: text('settings.username') }),
      };
    case 'json_http':
      return { url: address, auth: readAuth(form), ...readDeviceMapping(form) };
    case 'push':
      return readDeviceMapping(form);
  }
}

/** Users leave out the scheme: assume https. */
const addScheme = (url: string) => (url === '' || /^\w+:\/\//.test(url) ? url : `https://${url}`);

function readAuth(form: URLSearchParams): { kind: string; name?: string } {
  const kind = form.get('settings.auth') ?? 'none';
  return kind === 'header' ? { kind, name: (form.get('settings.auth.name') ?? '').trim() } : { kind };
}

function readDeviceMapping(form: URLSearchParams) {
  return {
    device: { name: (form.get('name') ?? '').trim().slice(0, 100) || 'device' },
    ...deriveMapping(form.get('sample') ?? '', 'sample'),
  };
}
