import type { Text } from '../../../base/i18n/text.ts';
import * as labels from './labels.ts';

/** What to write or choose in a field that was left empty, by field name. */
export type MissingFieldTexts = Readonly<Record<string, Text>>;

const password: Text = { en: 'Type the password.', ru: 'Введите пароль.' };
const email: Text = { en: 'Write an email address.', ru: 'Напишите адрес почты.' };
const chooseDay: Text = { en: 'Choose a day.', ru: 'Выберите день.' };
const file: Text = { en: 'Choose a file.', ru: 'Выберите файл.' };
const secret: Text = { en: 'Paste the key or password.', ru: 'Вставьте ключ или пароль.' };

/** For names that mean the same on every page. Other fields have their words in `missing` of their page. */
export const commonMissingTexts: MissingFieldTexts = {
  about_on: chooseDay,
  address: { en: 'Write the address.', ru: 'Напишите адрес.' },
  asker: { en: 'Choose who you are there.', ru: 'Выберите, кто вы там.' },
  body: { en: 'Write a few words.', ru: 'Напишите хотя бы пару слов.' },
  category: { en: 'Choose a section.', ru: 'Выберите раздел.' },
  claim: { en: 'Choose at least one.', ru: 'Отметьте хотя бы одну.' },
  code: { en: 'Type the code from the sheet.', ru: 'Введите код с листка.' },
  comment: { en: 'Write a comment.', ru: 'Напишите комментарий.' },
  company: { en: 'Write which company.', ru: 'Напишите, какой компании.' },
  contact: { en: 'Write how to reach you.', ru: 'Напишите, как с вами связаться.' },
  country: { en: 'Write the country.', ru: 'Напишите страну.' },
  csv: { en: 'Paste the list or choose a file.', ru: 'Вставьте список или выберите файл.' },
  current_password: password,
  day: chooseDay,
  display_name: { en: 'Write your name.', ru: 'Напишите, как вас зовут.' },
  due_on: chooseDay,
  email,
  file,
  host: { en: 'Write the address of the server.', ru: 'Напишите адрес сервера.' },
  inn: { en: 'Write the taxpayer number.', ru: 'Напишите ИНН.' },
  kind: { en: 'Choose what it is.', ru: 'Выберите, что это.' },
  language: { en: 'Choose a language.', ru: 'Выберите язык.' },
  latitude: { en: 'Write the latitude.', ru: 'Напишите широту.' },
  longitude: { en: 'Write the longitude.', ru: 'Напишите долготу.' },
  medal: { en: 'Choose a medal.', ru: 'Выберите медаль.' },
  media: { en: 'Choose a picture.', ru: 'Выберите картинку.' },
  message: { en: 'Choose the message.', ru: 'Выберите сообщение.' },
  minutes: { en: 'Write how many minutes.', ru: 'Напишите, сколько минут.' },
  name: { en: 'Write a name.', ru: 'Напишите название.' },
  new_password: { en: 'Think of a new password.', ru: 'Придумайте новый пароль.' },
  note: { en: 'Write a few words.', ru: 'Напишите пару слов.' },
  object: { en: 'Choose what it is about.', ru: 'Выберите, о чём речь.' },
  other_day: chooseDay,
  parcel: labels.writePlotNumber,
  parcel_id: { en: 'Choose the plot.', ru: 'Выберите участок.' },
  password,
  phone: { en: 'Write the phone number.', ru: 'Напишите номер телефона.' },
  place: { en: 'Choose the place.', ru: 'Выберите место.' },
  plot: { en: 'Choose the plot.', ru: 'Выберите участок.' },
  plots: { en: 'Write the plot numbers.', ru: 'Напишите номера участков.' },
  port: { en: 'Write the port.', ru: 'Напишите порт.' },
  reason: { en: 'Write the reason.', ru: 'Напишите причину.' },
  region: { en: 'Write the region.', ru: 'Напишите область или край.' },
  role: { en: 'Choose the role.', ru: 'Выберите роль.' },
  sample: { en: 'Paste a sample of the reply.', ru: 'Вставьте пример ответа.' },
  scopes: { en: 'Choose at least one permission.', ru: 'Отметьте хотя бы одно разрешение.' },
  secret,
  'settings.host': { en: 'Write the address of the server.', ru: 'Напишите адрес сервера.' },
  'settings.port': { en: 'Write the port.', ru: 'Напишите порт.' },
  'settings.url': { en: 'Write the address of the device.', ru: 'Напишите адрес устройства.' },
  status: { en: 'Choose the state.', ru: 'Выберите состояние.' },
  time_zone: { en: 'Choose the time zone.', ru: 'Выберите часовой пояс.' },
  title: { en: 'Write a heading.', ru: 'Напишите заголовок.' },
  to: { en: 'Choose who it is for.', ru: 'Выберите, кому.' },
  to_parcel: labels.writePlotNumber,
  url: { en: 'Write the address.', ru: 'Напишите адрес.' },
  value: { en: 'Write a number.', ru: 'Напишите число.' },
  visibility: { en: 'Choose who will see it.', ru: 'Выберите, кто увидит.' },
  words: { en: 'Write a few words.', ru: 'Напишите пару слов.' },
  wrong: { en: 'Choose what is wrong.', ru: 'Выберите, что неверно.' },
};

/** Of the forms that describe a village. */
export const villageMissingTexts: MissingFieldTexts = {
  name: { en: 'Write the name of the village.', ru: 'Напишите название посёлка.' },
  kind: { en: 'Choose what kind of village it is.', ru: 'Выберите, какой это посёлок.' },
};
