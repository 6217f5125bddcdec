import { z } from 'zod';
import type { Text } from '../../base/i18n/text.ts';
import { DeviceFailure, type DeviceReason } from './failure.ts';
import { parseJson } from './json.ts';
import { mappingFields, readMappedJson } from './json-mapping.ts';
import type { Provider, Snapshot } from './provider.ts';

const settings = z.object(mappingFields);
type Settings = z.infer<typeof settings>;

export const maxPushBytes = 64 * 1024;

/** A device that pushes its values, for devices behind a home router. */
export const push: Provider<Settings> = { name: 'push', secret: 'made', settings };

/** Reads pushed JSON by the mapping of its connection. Throws DeviceFailure. */
export function readPush(stored: unknown, body: Uint8Array, now: () => Date): Snapshot {
  const wanted = settings.safeParse(stored);
  if (!wanted.success) throw new DeviceFailure('bad_settings');
  return readMappedJson(parseJson(body), wanted.data, push.name, now);
}

/** Texts for the sender, where those for a poll do not fit. */
const senderTexts: Partial<Record<DeviceReason, Text>> = {
  not_json: { en: 'What was sent is not JSON in UTF-8.', ru: 'Присланное — не JSON в UTF-8.' },
  unexpected_answer: {
    en: 'What was sent is nested too deeply or holds too many values.',
    ru: 'У присланного слишком глубокая вложенность или слишком много значений.',
  },
  nothing_found: {
    en: 'None of the described values is in what was sent. Check the paths.',
    ru: 'В присланном нет ни одного из описанных значений. Проверьте пути.',
  },
};

export const formatPushFailure = (failure: DeviceFailure): Text =>
  senderTexts[failure.reason] ?? failure.text;
