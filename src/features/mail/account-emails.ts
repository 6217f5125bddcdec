import type { Db } from '../../base/db/connect.ts';
import type { Language, Text } from '../../base/i18n/text.ts';
import { nameCommand } from '../../base/site/command.ts';
import { insertEmail } from '../../store/messaging/email-outbox.ts';
import { insertJob } from '../../store/system/jobs.ts';
import { mailQueue } from './email-delivery.ts';
import { type EmailContent, formatSubject, renderEmailHtml, renderEmailText } from './email-template.ts';
import { createMessageId } from './message-id.ts';

/** Emails about the account itself. They belong to no topic, and nobody can switch them off. */
export const accountEmails = {
  confirm_email: {
    subject: { en: 'Confirm your address', ru: 'Подтвердите адрес' },
    paragraph: {
      en: 'Somebody, most likely you, signed up with this address. Follow the link to confirm that it is yours. If it was not you, do nothing.',
      ru: 'Кто-то, скорее всего вы, указал этот адрес при регистрации. Перейдите по ссылке, чтобы подтвердить, что он ваш. Если это были не вы, ничего не делайте.',
    },
    button: { en: 'Confirm the address', ru: 'Подтвердить адрес' },
  },
  reset_password: {
    subject: { en: 'A new password', ru: 'Новый пароль' },
    paragraph: {
      en: 'Follow the link to choose a new password. It works for an hour. If you did not ask for it, do nothing: your old password stays.',
      ru: 'Перейдите по ссылке, чтобы придумать новый пароль. Она действует час. Если вы об этом не просили, ничего не делайте: старый пароль останется.',
    },
    button: { en: 'Choose a new password', ru: 'Придумать новый пароль' },
  },
  change_email: {
    subject: { en: 'Confirm your new address', ru: 'Подтвердите новый адрес' },
    paragraph: {
      en: 'You asked to receive emails here from now on. Follow the link and sign in to confirm. If it was not you, do nothing.',
      ru: 'Вы попросили присылать письма на этот адрес. Перейдите по ссылке и войдите, чтобы подтвердить. Если это были не вы, ничего не делайте.',
    },
    button: { en: 'Confirm the new address', ru: 'Подтвердить новый адрес' },
  },
  email_changed: {
    subject: { en: 'The address of your account was changed', ru: 'Адрес вашей учётной записи изменён' },
    paragraph: {
      en: 'Emails about your account now go to another address, and this one no longer signs in. If it was not you, undo it within seven days: you choose a new password, and everyone else is signed out.',
      ru: 'Письма о вашей учётной записи теперь приходят на другой адрес, и войти с этим адресом больше нельзя. Если это были не вы, верните его в течение семи дней: вы зададите новый пароль, а все остальные устройства выйдут.',
    },
    button: { en: 'Undo the change of address', ru: 'Вернуть адрес' },
  },
  plot_invitation: {
    subject: { en: 'An invitation to a plot', ru: 'Приглашение на участок' },
    paragraph: {
      en: 'Follow the link, sign in or sign up, and you are recorded on the plot at once. The link works once, for 90 days. If this email came by mistake, delete it.',
      ru: 'Перейдите по ссылке, войдите или зарегистрируйтесь — и вас сразу запишут на участок. Ссылка сработает один раз, в течение 90 дней. Если письмо пришло по ошибке, просто удалите его.',
    },
    button: { en: 'Join the plot', ru: 'Присоединиться к участку' },
  },
  board_invitation: {
    subject: { en: 'An invitation to a board', ru: 'Приглашение в правление' },
    paragraph: {
      en: 'Follow the link, sign in or sign up with this address, and say whether you agree. Nothing changes until you do. If this email came by mistake, delete it.',
      ru: 'Перейдите по ссылке, войдите или зарегистрируйтесь с этим адресом и ответьте, согласны ли вы. До вашего ответа ничего не изменится. Если письмо пришло по ошибке, просто удалите его.',
    },
    button: { en: 'Answer', ru: 'Ответить' },
  },
  already_registered: {
    subject: { en: 'You already have an account', ru: 'У вас уже есть учётная запись' },
    paragraph: {
      en: 'Somebody, most likely you, tried to use this address again, but it already has an account. If you forgot the password, you can choose a new one.',
      ru: 'Кто-то, скорее всего вы, снова указал этот адрес, но учётная запись с ним уже есть. Если вы забыли пароль, можно придумать новый.',
    },
    button: { en: 'Choose a new password', ru: 'Придумать новый пароль' },
  },
  data_ready: {
    subject: { en: 'Your data is ready to download', ru: 'Копия ваших данных готова' },
    paragraph: {
      en: 'The copy of everything you have with us is ready. Sign in to download it within seven days; the page asks for your password. If it was not you who asked, change your password now.',
      ru: 'Копия всего, что у вас здесь есть, готова. Войдите и скачайте её в течение семи дней; страница спросит пароль. Если об этом просили не вы, сейчас же смените пароль.',
    },
    button: { en: 'Go to the copy', ru: 'Перейти к копии' },
  },
  password_changed: {
    subject: { en: 'Your password was changed', ru: 'Пароль изменён' },
    paragraph: {
      en: 'The password of your account has just been changed. If it was not you, choose a new one at once.',
      ru: 'Пароль вашей учётной записи только что изменили. Если это были не вы, сразу придумайте новый.',
    },
    button: { en: 'It was not me', ru: 'Это был не я' },
  },
  role_changed: {
    subject: { en: 'A role on the platform has changed', ru: 'На площадке изменили роль' },
    paragraph: {
      en: 'If this comes as a surprise, change your password and tell the other operators: somebody may be acting in another’s name.',
      ru: 'Если для вас это неожиданность, смените пароль и сообщите другим администраторам: возможно, кто-то действует от чужого имени.',
    },
    button: { en: 'Go to the password', ru: 'Перейти к паролю' },
  },
  backup_warning: {
    subject: { en: 'Something is wrong with the backups', ru: 'С резервными копиями что-то не так' },
    paragraph: {
      en: `Until this is fixed, a broken disk may mean lost data. The log of the service and the command ${nameCommand('doctor')} tell more.`,
      ru: `Пока это не исправлено, при поломке диска данные могут пропасть. Подробности — в журнале сервиса; ещё поможет команда ${nameCommand('doctor')}.`,
    },
    button: { en: 'Go to the settings', ru: 'Перейти к настройкам' },
  },
} as const satisfies Record<string, { subject: Text; paragraph: Text; button: Text }>;

export type AccountEmailTemplate = keyof typeof accountEmails;

export interface AccountEmail {
  /** Given where something refers to the letter. */
  id?: string;
  /** Later than now: letters to many are sent one by one. */
  sendAt?: Date;
  /** Null: the address has no account. */
  accountId: string | null;
  to: string;
  language: Language;
  template: AccountEmailTemplate;
  link: string;
  /** When the link expires; left out for a link that does not. */
  expiresAt?: Date;
  /** Of an invitation: its name stands in the subject. */
  village?: string;
  /** What happened this time, placed before the template's paragraph. */
  introduction?: Text;
}

const footer: Text = {
  en: 'This email concerns your account, so it comes whatever you have turned off.',
  ru: 'Это письмо касается вашей учётной записи, поэтому приходит независимо от настроек уведомлений.',
};

const strangerFooter: Text = {
  en: 'You got this email because somebody entered this address on the site. If it is a mistake, you do not need to do anything.',
  ru: 'Это письмо пришло, потому что ваш адрес указали на сайте. Если это ошибка, ничего делать не нужно.',
};

/** Inserted in the caller's transaction and sent right after it by a job. The link is stored only in the email. */
export async function enqueueAccountEmail(
  db: Db,
  letter: AccountEmail,
  context: { now(): Date; newId(): string },
): Promise<void> {
  const { language, link } = letter;
  const { subject, paragraph, button } = accountEmails[letter.template];
  const heading =
    letter.village === undefined ? subject[language] : `${letter.village}: ${lowerFirst(subject[language])}`;
  const content: EmailContent = {
    language,
    heading,
    paragraphs: [...(letter.introduction ? [letter.introduction[language]] : []), paragraph[language]],
    button: { label: button[language], link },
    footer: [{ sentence: (letter.accountId === null ? strangerFooter : footer)[language] }],
  };
  const id = letter.id ?? context.newId();
  const at = context.now();
  await insertEmail(db, {
    id,
    accountId: letter.accountId,
    topic: null,
    to: letter.to,
    messageId: createMessageId(id, link),
    subject: formatSubject(heading),
    text: renderEmailText(content),
    html: renderEmailHtml(content),
    headers: {},
    at,
    sendAt: letter.sendAt,
    expiresAt: letter.expiresAt,
  });
  await insertJob(db, {
    id: context.newId(),
    queue: mailQueue,
    key: null,
    payload: {},
    runAt: letter.sendAt ?? at,
    createdAt: at,
  });
}

const lowerFirst = (text: string) => text.slice(0, 1).toLowerCase() + text.slice(1);
