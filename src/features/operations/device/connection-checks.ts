import { z } from 'zod';
import { Secret, type SecretBox } from '../../../base/encryption/secret-box.ts';
import type { Text } from '../../../base/i18n/text.ts';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { errorText, name, outUrl, outWord, text, type WireSchema } from '../../../domain/kernel/fields.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { blankText, toRefusal } from '../../../domain/kernel/validation.ts';
import { providers } from '../../../engines/devices/providers.ts';
import type { Guard } from '../../../engines/outbound/guard.ts';
import { outboundRefusalTexts } from '../../../engines/outbound/outbound-refusal.ts';
import { type EditableConnection, findConnection } from '../../../store/devices/device-connections.ts';
import { createToken, hashToken } from '../../oauth/secret-token.ts';

const maxSettingsLength = 20_000;

export const providerNames = [...providers.keys()] as [string, ...string[]];

export const connectionFields = {
  name: name(100).describe('What you call it.'),
  settings: z
    .record(z.string().max(60), z.unknown())
    .meta({ wire: describeSettings() })
    .describe('Those of the provider. Passwords go into `secret`.'),
  secret: text(4096, 1)
    .refine((value) => value.trim() !== '', errorText(blankText))
    .describe('Token or password.'),
};

/** The settings of all providers, each with those that take it; `checkSettings` judges by the provider. */
function describeSettings(): WireSchema {
  const properties = new Map<string, WireSchema & { description: string }>();
  for (const provider of providers.values()) {
    const schema = z.toJSONSchema(provider.settings as z.ZodType, { io: 'input' });
    for (const [field, own] of Object.entries(schema.properties ?? {})) {
      const known = properties.get(field) ?? (own as WireSchema & { description: string });
      const before = known.description.endsWith(')') ? known.description.slice(0, -1) : null;
      const description =
        before === null ? `${known.description} (${provider.name})` : `${before}, ${provider.name})`;
      properties.set(field, { ...known, description });
    }
  }
  return {
    type: 'object',
    propertyNames: { type: 'string', maxLength: 60 },
    additionalProperties: {},
    properties: Object.fromEntries(properties),
  };
}

/**
 * Validates with the provider's schema. Unknown fields are refused: a password in a misspelt field would be stored in
 * plain text.
 */
export function checkSettings(
  provider: string,
  rawSettings: Record<string, unknown>,
): Record<string, unknown> {
  const entry = providers.get(provider);
  if (!entry) throw new Error(`No provider ${provider}`);
  const result = entry.settings.safeParse(rawSettings, { reportInput: true });
  if (!result.success) {
    const issues = result.error.issues.map((issue) => ({ ...issue, path: ['settings', ...issue.path] }));
    throw toRefusal({ issues } as unknown as z.core.$ZodError);
  }
  const settings = result.data as Record<string, unknown>;
  const unknown = Object.keys(rawSettings).find((key) => !Object.hasOwn(settings, key));
  if (unknown !== undefined) {
    const none = { en: 'There is no such field here.', ru: 'Такого поля здесь нет.' };
    refuse.invalid(`settings.${unknown}`, none);
  }
  if (JSON.stringify(settings).length > maxSettingsLength) {
    refuse.invalid('settings', {
      en: `Settings must have at most ${maxSettingsLength} characters in all.`,
      ru: `Настройки не должны быть длиннее ${maxSettingsLength} символов.`,
    });
  }
  if (typeof settings.url === 'string' && /^https?:\/\/[^/?#]*@/i.test(settings.url)) {
    refuse.invalid('settings.url', {
      en: 'An address without a name and password: the password goes into `secret`.',
      ru: 'Адрес без имени и пароля: пароль передаётся в поле `secret`.',
    });
  }
  return settings;
}

const outOfReach: Text = {
  en: 'This address exists only inside a home network and cannot be reached from here. Give a public one, or let the device send by itself (`push`).',
  ru: 'Такой адрес есть только внутри домашней сети, отсюда до него не достучаться. Укажите внешний адрес или пусть устройство присылает данные само (push).',
};

/** Refuses what can never be reached, instead of storing a connection that fails every few minutes. */
export function checkReachable(guard: Guard, settings: Readonly<Record<string, unknown>>): void {
  const { url, host, port } = settings;
  const isUrl = typeof url === 'string';
  if (!isUrl && typeof host !== 'string') return;
  const obstacle = guard.findPermanentObstacle(isUrl ? url : { host: host as string, port: Number(port) });
  if (obstacle === null) return;
  const field = isUrl ? 'url' : obstacle === 'port_not_allowed' ? 'port' : 'host';
  refuse.invalid(
    `settings.${field}`,
    obstacle === 'address_not_public' ? outOfReach : outboundRefusalTexts[obstacle],
  );
}

export function checkSecret(provider: string, secret: string | null | undefined): void {
  const kind = providers.get(provider)?.secret;
  if (kind === 'made' && typeof secret === 'string') {
    refuse.invalid('secret', {
      en: 'The token of such a connection is made here and shown once. With null, edit_device_connection makes a new one.',
      ru: 'Токен такого подключения создаётся здесь и показывается один раз. Новый создаёт edit_device_connection с null.',
    });
  }
  if (kind === 'none' && typeof secret === 'string')
    refuse.invalid('secret', {
      en: 'Such a connection has no secret.',
      ru: 'У такого подключения нет ключа.',
    });
  if (typeof secret === 'string' || kind !== 'required') return;
  refuse.invalid('secret', {
    en: 'This kind of connection needs a token.',
    ru: 'Для такого подключения нужен токен.',
  });
}

export const pushShape = z
  .object({
    url: outUrl.describe('Where the device sends its JSON with POST: at most 64 KB, at most once a second.'),
    token: outWord
      .nullable()
      .describe('For `Authorization: Bearer`. Shown this once; null in a repeated reply: make a new one.'),
  })
  .describe('For provider `push`, when a token was made.');

/** A token for a device that pushes its readings, and the part of the reply that shows it. */
export function makePushToken(origin: string) {
  const token = createToken('device');
  return { hash: hashToken(token), shown: { url: `${origin}/devices/push`, token } };
}

/** Only the hash of the token is stored, so a retry cannot show it. */
export function omitPushToken<Reply extends object>(reply: Reply): Reply {
  return 'push' in reply && reply.push ? { ...reply, push: { ...reply.push, token: null } } : reply;
}

export function sealSecret(secrets: SecretBox, secret: string, connectionId: string): string {
  return secrets.seal(new Secret(secret), connectionId);
}

/** A connection that the caller made, or sees because its sensors are shared. */
export async function loadConnection(
  { connection }: { readonly connection: string },
  { db, caller: { accountId } }: Pick<SignedInContext, 'db' | 'caller'>,
  lock: boolean,
): Promise<EditableConnection> {
  const found =
    (await findConnection(db, connection, accountId, { locks: lock })) ?? refuse.notFound('connection');
  return mayChangeConnection(found, accountId) || found.isSeen ? found : refuse.notFound('connection');
}

/** Who made it; of the settlement's, whoever looks after it now. */
export const mayChangeConnection = (
  { isCommon, isKept, accountId: owner }: Pick<EditableConnection, 'isCommon' | 'isKept' | 'accountId'>,
  accountId: string,
) => (isCommon ? isKept : owner === accountId);
