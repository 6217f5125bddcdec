import type { Text } from '../../base/i18n/text.ts';
import type { Quota, Quotas } from '../kernel/ports.ts';
import { type Permission, refuse } from '../kernel/refusal.ts';
import { formatFileSize } from './file-size.ts';

export const defaultQuotas: Quotas = {
  drafts: 200,
  waiting: 20,
  open_tasks: 2_000,
  file_bytes: 2 * 1024 ** 3,
  tokens: 50,
  changes: 5_000,
  written_bytes: 300 * 1024 ** 2,
  urgent_notices: 3,
};

/** Days over which `written_bytes` are added up. */
export const writtenDays = 30;

const reasons: Readonly<Record<Quota, (used: number, limit: number) => Text>> = {
  drafts: (used, limit) => ({
    en: `You have ${used} drafts; the limit is ${limit}. Publish or remove some first.`,
    ru: `Черновиков у вас ${used}, а можно не больше ${limit}. Сначала опубликуйте или удалите лишние.`,
  }),
  waiting: (used, limit) => ({
    en: `${used} of your texts, companies and villages are waiting for the moderators; the limit is ${limit}. Wait until some have been decided.`,
    ru: `Ваших статей, компаний и посёлков на проверке ${used}, а можно не больше ${limit}. Дождитесь решения модераторов.`,
  }),
  file_bytes: (used, limit) => ({
    en: `Your files take up ${formatFileSize(used, 'en')} of ${formatFileSize(limit, 'en')}, and this one does not fit. Remove some: the space is freed after 30 days, when they can no longer be restored.`,
    ru: `Ваши файлы занимают ${formatFileSize(used, 'ru')} из ${formatFileSize(limit, 'ru')}, и этот уже не поместится. Удалите лишние: место освободится через 30 дней, когда вернуть их будет нельзя.`,
  }),
  open_tasks: (used, limit) => ({
    en: `${used} of the tasks you have made are open; the limit is ${limit}. Close some first.`,
    ru: `Ваших открытых задач ${used}, а можно не больше ${limit}. Сначала закройте лишние.`,
  }),
  changes: (used, limit) => ({
    en: `You have made ${used} changes today; the limit is ${limit} a day. Carry on tomorrow.`,
    ru: `За сегодня вы сделали ${used} изменений, а за день можно не больше ${limit}. Продолжите завтра.`,
  }),
  written_bytes: (used, limit) => ({
    en: `You have written ${formatFileSize(used, 'en')} in the last thirty days; the limit is ${formatFileSize(limit, 'en')}. Short changes still work; for long ones wait a few days.`,
    ru: `За тридцать дней вы записали ${formatFileSize(used, 'ru')}, а можно не больше ${formatFileSize(limit, 'ru')}. Короткие изменения по-прежнему сохраняются, с длинными подождите несколько дней.`,
  }),
  tokens: (used, limit) => ({
    en: `You have ${used} access keys; the limit is ${limit}. Revoke some first.`,
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
