import { z } from 'zod';
import { nonBlank } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayConfigureInstallation } from '../../domain/rules/platform-roles.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { saveSetting } from '../../store/system/installation.ts';

export const configure_address = defineOperation({
  name: 'configure_address',
  summary: 'Set the address at which people open the service. For operators.',
  scope: 'session',
  writesIn: 'nowhere',
  input: z.object({ url: nonBlank(300).trim() }),
  permit(_subject, caller) {
    permit(mayConfigureInstallation(caller));
  },
  async write({ url }, context) {
    const { db, now, services } = context;
    const { installation } = services;
    if (installation.ofEnvironment.baseUrl) refuse.invalid('url', setByEnvironment);
    const origin = parseOrigin(url) ?? refuse.invalid('url', notAnOrigin);
    const before = installation.isBaseUrlSet ? installation.baseUrl : null;
    if (before === origin) return { url: origin };
    await saveSetting(db, 'base_url', installation.seal('base_url', origin), now());
    await recordDecision(context, {
      action: 'configure_address',
      subject: { type: 'installation', id: '0' },
      settlementId: null,
      isOfInstallation: true,
      before: { title: before },
      after: { title: origin },
    });
    return { url: origin };
  },
});

/** Scheme and host; https is assumed where no scheme is given. */
export function parseOrigin(address: string): string | undefined {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(full)) return undefined;
  const url = new URL(full);
  const isPlain = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return isPlain && (url.protocol === 'https:' || url.protocol === 'http:') ? url.origin : undefined;
}

const setByEnvironment = {
  en: 'BASE_URL of the environment sets this. Change it there.',
  ru: 'Это задано переменной BASE_URL. Меняйте там.',
};
const notAnOrigin = {
  en: 'Enter a scheme and a host only, as https://village.example.',
  ru: 'Только адрес сайта, без продолжения: https://posyolok.example.',
};
