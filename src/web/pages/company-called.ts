import type { Text } from '../../i18n/text.ts';
import { refuse } from '../../kernel/refusal.ts';
import { list_companies } from '../../operations/company/list_companies.ts';
import type { VisitorCall } from '../server/call.ts';

const texts = {
  empty: { en: 'Say which company.', ru: 'Укажите компанию.' },
  none: {
    en: 'There is no company of this name. Try a part of it.',
    ru: 'Компании с таким названием нет. Попробуйте часть названия.',
  },
} as const satisfies Record<string, Text>;

const offered = 5;
const fold = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[«»"']/g, '')
    .trim();

/** The one company that a person typed the name of; where several may be meant they are named. */
export async function findCompanyCalled(call: VisitorCall, typed: string, field: string) {
  const q = typed.trim();
  if (q === '') return refuse.invalid(field, texts.empty);
  const { companies } = await call(list_companies, { q, limit: '20' });
  const exact = companies.filter(({ name }) => fold(name) === fold(q));
  const [found, second] = exact.length > 0 ? exact : companies;
  if (found === undefined) return refuse.invalid(field, texts.none);
  if (second === undefined) return found;
  const names = (exact.length > 0 ? exact : companies).slice(0, offered).map(({ name }) => name);
  return refuse.invalid(field, {
    en: `Several are called so. Write one of these: ${names.join('; ')}.`,
    ru: `Так называются несколько. Напишите одно из этих: ${names.join('; ')}.`,
  });
}
