import type { Text } from '../../base/i18n/text.ts';
import type { Quota, Quotas } from '../kernel/ports.ts';
import { type Permission, refuse } from '../kernel/refusal.ts';
import { formatFileSize } from './file-size.ts';

export const defaultQuotas: Quotas = {
  drafts: 200,
  waiting: 20,
  file_bytes: 2 * 1024 ** 3,
  tokens: 50,
  urgent_notices: 3,
};

const reasons: Readonly<Record<Quota, (used: number, limit: number) => Text>> = {
  drafts: (used, limit) => ({
    en: `You have ${used} drafts, and may have ${limit}. Publish or remove some first.`,
    ru: `Черновиков у вас ${used}, а можно не больше ${limit}. Сначала опубликуйте или удалите лишние.`,
  }),
  waiting: (used, limit) => ({
    en: `Of your texts, companies and villages ${used} wait for the moderators, and ${limit} may. Wait until some are decided.`,
    ru: `Ваших статей, компаний и посёлков на проверке ${used}, а можно не больше ${limit}. Дождитесь решения модераторов.`,
  }),
  file_bytes: (used, limit) => ({
    en: `Your files take ${formatFileSize(used, 'en')} of ${formatFileSize(limit, 'en')}, and this one does not fit. Remove some: their room is free again after 30 days, when they can no longer be brought back.`,
    ru: `Ваши файлы занимают ${formatFileSize(used, 'ru')} из ${formatFileSize(limit, 'ru')}, и этот уже не поместится. Удалите лишние: место освободится через 30 дней, когда вернуть их будет нельзя.`,
  }),
  tokens: (used, limit) => ({
    en: `You have ${used} tokens, and may have ${limit}. Revoke some first.`,
    ru: `Ключей у вас ${used}, а можно не больше ${limit}. Сначала отзовите лишние.`,
  }),
};

/** Whether `more` fits besides what is used. */
export function checkQuota(quota: Quota, used: number, limit: number, more = 1): Permission {
  return used + more <= limit || reasons[quota](used, limit);
}

export function refuseOverQuota(field: string, quota: Quota, used: number, quotas: Quotas, more = 1): void {
  const answer = checkQuota(quota, used, quotas[quota], more);
  if (answer !== true) refuse.invalid(field, answer);
}
