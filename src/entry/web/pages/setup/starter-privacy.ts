import type { Text } from '../../../../base/i18n/text.ts';

/** What the service keeps of people, in words an operator may publish after naming themselves. */
export const starterPrivacy: Text = {
  en: `**Who answers for your data:** NAME, ADDRESS, EMAIL. Write there with any question.

## What is kept

- Your account: name, email address, a fingerprint of your password, language and settings, the devices that are signed in with browser and network address.
- The register of the village: who belongs to which plot, in what role and since when. The board may record name, telephones, email and postal address of people without an account.
- What you write: diary, photographs (their place is removed), messages, tasks, requests, reviews, documents.
- Readings of devices that you connected, and meter readings.
- Decisions of the board and of moderators: who decided what and when.

## What for, and who sees it

For the common life of the village and nothing else: no advertising, no selling, no tracking. Your diary and devices are seen by the people of your plot; telephones and email addresses by you and the board; what you publish by whom you chose. The operator keeps the machine and the backups.

## For how long

While you have an account. Readings are thinned out with time; what was deleted leaves the backups within a year. Decisions stay without your name after you delete the account.

## What you can do

Under More → My account you download everything that is kept of you, correct it and delete the account. If you were recorded without an account, ask the board or the address above.

## Cookies

Only those that keep you signed in and protect forms.
`,
  ru: `**Кто отвечает за ваши данные:** ИМЯ, АДРЕС, ПОЧТА. Пишите туда с любым вопросом.

## Что хранится

- Ваша учётная запись: имя, почта, отпечаток пароля, язык и настройки, устройства, с которых вы вошли, с названием браузера и сетевым адресом.
- Реестр посёлка: кто на каком участке, кем и с какого дня. Правление может записать имя, телефоны, почту и почтовый адрес людей без учётной записи.
- То, что вы пишете: дневник, фотографии (без места съёмки), сообщения, задачи, просьбы, отзывы, документы.
- Показания датчиков, которые вы подключили, и счётчиков.
- Решения правления и модераторов: кто, что и когда решил.

## Зачем и кто это видит

Для общей жизни посёлка и больше ни для чего: без рекламы, продажи и слежки. Дневник и датчики видят жители вашего участка; телефоны и почту — вы и правление; опубликованное — те, кому вы открыли. Администратор следит за сервером и резервными копиями.

## Как долго

Пока у вас есть учётная запись. Показания со временем прореживаются; удалённое уходит из резервных копий в течение года. Решения остаются без вашего имени, если вы удалили учётную запись.

## Что вы можете

«Ещё» → «Обо мне»: скачать всё, что о вас хранится, исправить и удалить учётную запись. Если вас записали без учётной записи, обратитесь в правление или по адресу выше.

## Cookie

Только те, что держат вход и защищают формы.
`,
};

/** What the operator has to fill in before it is published. */
export const starterBlanks = /\bNAME, ADDRESS, EMAIL\b|ИМЯ, АДРЕС, ПОЧТУ/;
