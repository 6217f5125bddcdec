import { randomUUID } from 'node:crypto';
import type { Db } from '../db/connect.ts';
import type { Language, Text } from '../i18n/text.ts';
import { insertLetter } from '../store/letters.ts';

export interface AccountLetter {
  /** Null when the address belongs to nobody here. */
  accountId: string | null;
  to: string;
  language: Language;
  template: keyof typeof templates;
  link: string;
}

const templates = {
  confirm_email: {
    subject: { en: 'Confirm your address', ru: 'Подтвердите адрес' },
    body: {
      en: 'Follow this link to confirm your address:',
      ru: 'Чтобы подтвердить адрес, откройте ссылку:',
    },
  },
  change_email: {
    subject: { en: 'Confirm your new address', ru: 'Подтвердите новый адрес' },
    body: {
      en: 'Follow this link to use this address from now on:',
      ru: 'Чтобы пользоваться этим адресом, откройте ссылку:',
    },
  },
  reset_password: {
    subject: { en: 'A new password', ru: 'Новый пароль' },
    body: {
      en: 'Follow this link within an hour to set a new password:',
      ru: 'Чтобы задать новый пароль, откройте ссылку в течение часа:',
    },
  },
  already_registered: {
    subject: { en: 'You already have an account', ru: 'У вас уже есть учётная запись' },
    body: {
      en: 'Somebody asked to register your address again. If you forgot the password:',
      ru: 'Кто-то снова регистрировал ваш адрес. Если забыли пароль:',
    },
  },
  password_changed: {
    subject: { en: 'Your password was changed', ru: 'Пароль сменён' },
    body: { en: 'If it was not you, set a new one here:', ru: 'Если это были не вы, задайте новый здесь:' },
  },
} satisfies Record<string, { subject: Text; body: Text }>;

/** Letters about the account itself; no preference switches them off. */
export async function writeAccountLetter(
  db: Db,
  letter: AccountLetter,
  context: { now(): Date; newId(): string },
): Promise<void> {
  const { subject, body } = templates[letter.template];
  await insertLetter(db, {
    id: context.newId(),
    accountId: letter.accountId,
    topic: null,
    to: letter.to,
    messageId: `<${randomUUID()}@settlements>`,
    subject: subject[letter.language],
    text: `${body[letter.language]}\n\n${letter.link}\n`,
    html: `<p>${body[letter.language]}</p><p><a href="${letter.link}">${letter.link}</a></p>`,
    now: context.now(),
  });
}
