import type { Text } from '../../base/i18n/text.ts';

/** Groups of MCP tools that a client can select by name in the server's URL. */
export const toolsetTexts = {
  diary: { en: 'articles and diaries, their photographs', ru: 'статьи и дневники с фотографиями' },
  plots: { en: 'plots, buildings, what stands on a plot', ru: 'участки, строения и что есть на участке' },
  devices: { en: 'devices, sensors, readings', ru: 'приборы, датчики, измерения' },
  photographs: { en: 'photographs and files', ru: 'фотографии и файлы' },
  tasks: { en: 'requests, works, reminders', ru: 'заявки, работы, напоминания' },
  messages: { en: 'messages', ru: 'сообщения' },
  directory: {
    en: 'contacts, companies, medals, corrections',
    ru: 'контакты, компании, медали, исправления',
  },
  knowledge: { en: 'the knowledge base', ru: 'база знаний' },
  notifications: { en: 'notifications', ru: 'уведомления' },
  settlements: {
    en: 'the register, places, residents, boundaries',
    ru: 'реестр, места, жители, границы',
  },
  account: { en: 'profile and settings', ru: 'профиль и настройки' },
} as const satisfies Record<string, Text>;

export type Toolset = keyof typeof toolsetTexts;
