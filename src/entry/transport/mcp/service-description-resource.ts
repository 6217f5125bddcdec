import type { Language, Text } from '../../../base/i18n/text.ts';
import { paths } from '../../../base/site/paths.ts';
import type { Call } from '../../../domain/kernel/call.ts';
import type { Audience } from '../../../domain/kernel/operation.ts';
import type { ResourceText } from './tool-server.ts';

/** The resource with which an assistant answers what this service is and how one joins it. */
export const aboutUri = 'settlements://about';

const title: Text = {
  en: 'What this service is, and how to join',
  ru: 'Что это за сервис и как в него войти',
};
const description: Text = {
  en: 'For whom it is, how one registers and gets onto a plot, and the addresses of its pages and servers.',
  ru: 'Для кого он, как зарегистрироваться и попасть на свой участок, адреса страниц и серверов.',
};

export const listAboutResource = (language: Language): string =>
  JSON.stringify([
    {
      uri: aboutUri,
      name: 'about',
      title: title[language],
      description: description[language],
      mimeType: 'text/markdown',
    },
  ]);

export function readAboutResource(audience: Audience, { origin, language }: Call): ResourceText {
  return { uri: aboutUri, mimeType: 'text/markdown', text: texts[language](origin, audience) };
}

const texts: Record<Language, (origin: string, audience: Audience) => string> = {
  en: (origin, audience) => `# Settlements

A service for people who live in cottage villages, dacha partnerships and villages.

- Residents: their plot and what is on it, a diary, devices and meters, tasks, the directory of craftsmen, messages to neighbours and to the board.
- Boards: the register of residents, announcements, requests, the directory, the land.
- Companies: a card, orders, reviews and answers to them.
- Everybody: the register of settlements and a knowledge base about house and land.

## How to join

1. Register with an email: ${origin}${paths.register}
2. Find your settlement and ask to be recorded on your plot: ${origin}${paths.settlements}
3. The board confirms. With a plot code from the board you are in at once.

Is your settlement not in the register? Once registered, propose it: ${origin}${paths.requestSettlement}

## Addresses

- Settlements: ${origin}${paths.settlements}
- Knowledge base: ${origin}${paths.knowledge}
- Connecting an assistant, with the other servers (resident, settlement, company, platform): ${origin}${paths.connect}
- For programs: ${origin}${paths.docs}
- This server: ${origin}/mcp/${audience}
`,
  ru: (origin, audience) => `# Посёлки

Сервис для тех, кто живёт в коттеджных посёлках, садовых товариществах и деревнях.

- Жителям: свой участок и всё, что на нём, дневник, устройства и счётчики, дела, справочник мастеров, сообщения соседям и правлению.
- Правлению: список жителей, объявления, просьбы, справочник, земля посёлка.
- Компаниям: карточка, заказы, отзывы и ответы на них.
- Всем: список посёлков и советы о доме и земле.

## Как войти

1. Зарегистрируйтесь по адресу электронной почты: ${origin}${paths.register}
2. Найдите свой посёлок и попросите записать вас на ваш участок: ${origin}${paths.settlements}
3. Правление подтвердит. С кодом участка от правления ждать не нужно.

Вашего посёлка нет в списке? После регистрации предложите его: ${origin}${paths.requestSettlement}

## Адреса

- Посёлки: ${origin}${paths.settlements}
- Советы: ${origin}${paths.knowledge}
- Подключить помощника, там же остальные серверы (resident, settlement, company, platform): ${origin}${paths.connect}
- Для программ: ${origin}${paths.docs}
- Этот сервер: ${origin}/mcp/${audience}
`,
};
