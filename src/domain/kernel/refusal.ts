import type { Text } from '../../base/i18n/text.ts';

/** Kinds of refusals; each transport maps them to its own status codes. */
export type RefusalKind =
  | 'unauthenticated'
  | 'missing_scope'
  | 'forbidden'
  | 'not_found'
  | 'invalid'
  | 'too_many'
  | 'too_large'
  | 'unsupported_type'
  | 'unavailable';

export interface RefusalOptions {
  kind: RefusalKind;
  text: Text;
  /** By wire name, nested names with dots. */
  fields?: Readonly<Record<string, readonly Text[]>>;
  /** What the caller needs to continue, such as the conflicting versions. Added to the reply as it is. */
  details?: Readonly<Record<string, unknown>>;
  /** Seconds after which it is worth trying again. */
  retryAfter?: number;
}

/** The only expected error: everything else is a bug and becomes an incident. */
export class Refusal extends Error {
  readonly kind: RefusalKind;
  readonly text: Text;
  readonly fields: RefusalOptions['fields'];
  readonly details: RefusalOptions['details'];
  readonly retryAfter: RefusalOptions['retryAfter'];

  constructor(options: RefusalOptions) {
    super(options.text.en);
    this.name = 'Refusal';
    this.kind = options.kind;
    this.text = options.text;
    this.fields = options.fields;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
  }
}

export const notFoundTexts = {
  invitation: { en: 'There is no such invitation.', ru: 'Такого приглашения нет.' },
  motion: {
    en: 'There is no such proposal to the board.',
    ru: 'Такого предложения правлению нет.',
  },
  settlement: { en: 'There is no such village.', ru: 'Такого посёлка нет.' },
  parcel: { en: 'There is no such plot.', ru: 'Такого участка нет.' },
  person: { en: 'There is no such person in the register.', ru: 'Такого человека в реестре нет.' },
  ownParcel: {
    en: 'There is no such plot among those you may look into: yours, and of the board all. list_my_parcels has yours.',
    ru: 'Среди участков, которые вам открыты, такого нет: это ваши, а правлению все. Ваши перечисляет list_my_parcels.',
  },
  calendar: {
    en: 'This calendar address does not work any more.',
    ru: 'Этот адрес календаря больше не работает.',
  },
  object: { en: 'There is no such object on this plot.', ru: 'Такого объекта на участке нет.' },
  article: {
    en: 'There is no such article, or it is not published, or not open to you.',
    ru: 'Такой записи нет, либо она не опубликована или открыта не вам.',
  },
  revision: { en: 'There is no such revision of this article.', ru: 'Такой версии у статьи нет.' },
  passage: { en: 'There is no such passage any more.', ru: 'Такого отрывка больше нет.' },
  import: {
    en: 'There is no such file any more. Send it again.',
    ru: 'Такого файла уже нет. Отправьте его ещё раз.',
  },
  figure: { en: 'There is no such figure in this article.', ru: 'Такой схемы в статье нет.' },
  media: { en: 'There is no such photograph or file.', ru: 'Такой фотографии или файла нет.' },
  contact: { en: 'There is no such contact.', ru: 'Такого контакта нет.' },
  pushDevice: {
    en: 'Notifications are not switched on there any more.',
    ru: 'Там уведомления уже не включены.',
  },
  session: { en: 'You are signed out. Sign in again.', ru: 'Вы вышли. Войдите снова.' },
  company: { en: 'There is no such company.', ru: 'Такой компании нет.' },
  document: { en: 'There is no such document.', ru: 'Такого документа нет.' },
  proposal: { en: 'There is no such proposal.', ru: 'Такого предложения нет.' },
  review: { en: 'There is no such review.', ru: 'Такого отзыва нет.' },
  resident: { en: 'There is no such resident or claim.', ru: 'Такого жителя или заявки нет.' },
  ending: { en: 'There is no such ending.', ru: 'Такой записи о выбытии нет.' },
  sanction: { en: 'There is no such decision.', ru: 'Такого решения нет.' },
  task: { en: 'There is no such task.', ru: 'Такой задачи нет.' },
  message: { en: 'There is no such message.', ru: 'Такого сообщения нет.' },
  conversation: { en: 'There is no such conversation.', ru: 'Такой переписки нет.' },
  recipient: {
    en: 'There is nobody you may write to under that name.',
    ru: 'Такого адресата нет, или ему нельзя написать.',
  },
  notification: { en: 'There is no such notification.', ru: 'Такого уведомления нет.' },
  connection: { en: 'There is no such device connection.', ru: 'Такого подключения нет.' },
  meter: { en: 'There is no such meter or reading.', ru: 'Такого счётчика или показания нет.' },
  sensor: { en: 'There is no such sensor.', ru: 'Такого датчика нет.' },
  request: { en: 'There is no such request.', ru: 'Такой заявки нет.' },
  tag: { en: 'Nothing carries this tag here.', ru: 'С таким тегом здесь ничего нет.' },
  place: { en: 'There is no such place.', ru: 'Такого места нет.' },
  address: { en: 'There is nothing at this address.', ru: 'По этому адресу ничего нет.' },
} satisfies Record<string, Text>;

/** Each of these throws, so that handlers need no branch for the failure. */
export const refuse = {
  notFound(what: keyof typeof notFoundTexts): never {
    throw new Refusal({ kind: 'not_found', text: notFoundTexts[what] });
  },
  forbidden(text: Text): never {
    throw new Refusal({ kind: 'forbidden', text });
  },
  invalid(field: string, text: Text, details?: RefusalOptions['details']): never {
    throw new Refusal({ kind: 'invalid', text, fields: { [field]: [text] }, ...(details && { details }) });
  },
  invalidFields(
    fields: Readonly<Record<string, readonly Text[]>>,
    details?: RefusalOptions['details'],
  ): never {
    const first = Object.values(fields)[0]?.[0] ?? {
      en: 'The input is not valid.',
      ru: 'Данные не подходят.',
    };
    throw new Refusal({ kind: 'invalid', text: first, fields, ...(details && { details }) });
  },
  unavailable(text: Text): never {
    throw new Refusal({ kind: 'unavailable', text });
  },
};

/** Result of a permission rule: true, or the reason for the refusal. */
export type Permission = true | Text;

export function permit(permission: Permission): void {
  if (permission !== true) refuse.forbidden(permission);
}
