import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { findFreePort } from '../harness/free-port.ts';
import { generousLimits } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { type MailServer, startMailServer } from '../mail/smtp-test-server.ts';
import { serviceCommand } from '../processes/full-service-process.ts';
import { type BrowserWindow, openWindow } from './browser-window.ts';
import { findChromium, launchChromium } from './chromium.ts';

/**
 * An operator alone with an empty data folder, in Russian, by visible words: from the start to a village of 600 plots
 * with a boundary, a board, a list of 400 people, printed codes and two residents. The only command is the start.
 */
const executable = findChromium();
const skip = executable === undefined && !process.env.REQUIRE_CHROMIUM && 'no Chromium found';

const plotCount = 600;
const peopleCount = 400;
const password = 'три слова подряд';

function plotsFile(): Buffer {
  const columns = 30;
  const features = Array.from({ length: plotCount }, (_, index) => {
    const [west, south] = [35.9 + (index % columns) * 0.0005, 56.85 + Math.floor(index / columns) * 0.0004];
    const [east, north] = [west + 0.0005, south + 0.0004];
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ].map((point) => point.map((degrees) => Number(degrees.toFixed(7))));
    return {
      type: 'Feature',
      properties: { number: String(index + 1), cadastral_number: `69:10:0000001:${index + 1}` },
      geometry: { type: 'Polygon', coordinates: [ring] },
    };
  });
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
}

function peopleFile(): Buffer {
  const lines = Array.from(
    { length: peopleCount },
    (_, index) => `${index + 1},Житель ${index + 1},person${index + 1}@example.org,owner`,
  );
  return Buffer.from(`plot,name,email,role\n${lines.join('\n')}\n`);
}

describe('the first evening of an operator', { skip }, () => {
  let dataDir: string;
  let service: ChildProcess;
  let url: string;
  let mail: MailServer;
  let browser: Browser;
  const windows: BrowserWindow[] = [];
  const steps: string[] = [];
  const begun = performance.now();
  const note = (step: string) =>
    steps.push(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${step}`);

  before(async () => {
    mail = await startMailServer();
    browser = await launchChromium(executable ?? '');
    dataDir = await mkdtemp(join(tmpdir(), 'settlements-evening-'));
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    const [command = '', ...words] = serviceCommand('serve');
    const { DATABASE_URL: _, ...inherited } = process.env;
    service = spawn(command, words, {
      env: {
        ...inherited,
        PORT: String(port),
        DATA_DIR: join(dataDir, 'data'),
        DEMO: 'off',
        LOG_LEVEL: 'error',
        RATE_LIMITS: generousLimits,
      },
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    await waitUntilHealthy(url);
    note('the service is started');
  });
  after(async () => {
    await browser?.close();
    if (service && service.exitCode === null) {
      const ended = once(service, 'exit');
      service.kill('SIGTERM');
      await ended;
    }
    await rm(dataDir, { recursive: true, force: true });
    console.log(steps.join('\n'));
  });

  const open = async (width: number): Promise<BrowserWindow> => {
    const window = await openWindow(browser, url, { language: 'ru', width, colorScheme: 'light' });
    windows.push(window);
    return window;
  };
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const follow = (page: Page, name: string) =>
    page.getByRole('link', { name, exact: true }).filter({ visible: true }).first().click();
  const fill = (page: Page, label: string | RegExp, value: string) => page.getByLabel(label).fill(value);
  const see = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

  const confirmation = /https?:\/\/\S+\/confirm\?token=[\w-]+/;

  /** The link of the newest letter to an address, once it has arrived. */
  async function followLetter(to: string, link: RegExp): Promise<string> {
    return waitUntil(`a letter to ${to}`, () => {
      const letter = mail.received.findLast((each) => each.to === to);
      return letter && link.exec(decodeBody(letter.raw))?.[0];
    });
  }

  async function register(page: Page, name: string, email: string): Promise<void> {
    await fill(page, /Как вас зовут/, name);
    await fill(page, /^Электронная почта|^Почта/, email);
    await fill(page, /^Пароль/, password);
    await press(page, 'Зарегистрироваться');
    await see(page, 'Проверьте почту');
    await page.goto(await followLetter(email, confirmation));
    await press(page, 'Да, это мой адрес');
  }

  it('leads from an empty folder to a village with people, without a command or a dead end', async () => {
    const { page: desk, inspect } = await open(1280);
    await desk.goto(`${url}/?lang=ru`);
    await follow(desk, 'Настроить');
    await see(desk, 'Откройте ссылку с сервера');
    const linkFile = join(dataDir, 'data/setup-link');
    assert.equal((await stat(linkFile)).mode & 0o777, 0o600);
    await desk.goto((await readFile(linkFile, 'utf8')).trim());
    await inspect('evening-account');
    await fill(desk, /Как вас зовут/, 'Ольга Сергеевна');
    await fill(desk, /^Электронная почта|^Почта/, 'olga@example.org');
    await fill(desk, /^Пароль/, password);
    await press(desk, 'Создать запись');
    note('the operator has an account');

    await see(desk, 'Шаг 2 из 6');
    await inspect('evening-mail');
    await fill(desk, /Почтовый сервер/, '127.0.0.1');
    await fill(desk, /^Порт/, new URL(mail.url).port);
    await fill(desk, /^От кого/, 'pravlenie@example.org');
    await press(desk, 'Прислать мне письмо и сохранить');
    await see(desk, 'Шаг 3 из 6');
    assert.equal(mail.received.at(-1)?.to, 'olga@example.org');
    note('mail works');

    await inspect('evening-address');
    await press(desk, 'Сохранить');
    await see(desk, 'Шаг 4 из 6');
    note('the address is set');
    await follow(desk, 'Позже');
    await see(desk, 'Шаг 5 из 6');
    await inspect('evening-privacy');
    await follow(desk, 'Позже');
    await see(desk, 'Шаг 6 из 6');
    await inspect('evening-settlement');
    await fill(desk, /^Название/, 'Сосновка');
    await fill(desk, /^Область/, 'Тверская область');
    await press(desk, 'Создать посёлок');
    await see(desk, 'С чего начать');
    await inspect('evening-start');
    note('the village is created');

    await follow(desk, 'Загрузить участки');
    await desk
      .locator('input[type="file"]')
      .setInputFiles({ name: 'plots.geojson', mimeType: 'application/geo+json', buffer: plotsFile() });
    await press(desk, 'Проверить файл');
    await desk.getByRole('button', { name: 'Загрузить', exact: true }).waitFor({ timeout: 60_000 });
    await press(desk, 'Загрузить');
    await see(desk, 'Файл загружен');
    note(`${plotCount} plots are loaded`);

    await backToSteps(desk);
    await see(desk, '600 участков');
    await follow(desk, 'Провести границу');
    await press(desk, 'Показать, что изменится');
    await press(desk, 'Применить');
    await see(desk, /Граница применена|Границу применили|применена/);
    note('the boundary is drawn');

    const { page: other } = await open(360);
    await other.goto(`${url}/register?lang=ru`);
    await register(other, 'Пётр Ильич', 'petr@example.org');
    await backToSteps(desk);
    await follow(desk, 'Принять в правление');
    await follow(desk, 'Позвать в правление');
    await fill(desk, /^Почта человека/, 'petr@example.org');
    await fill(desk, /^Почему/, 'Просил Пётр, на собрании согласились');
    await press(desk, 'Позвать');
    await see(desk, 'Позвали.');
    await other.goto(await followLetter('petr@example.org', /https?:\/\/\S+\?email=\S+/));
    await press(other, 'Согласиться');
    await see(other, 'Вы согласились.');
    note('the board has two members');

    await backToSteps(desk);
    await follow(desk, 'Вписать жителей');
    await follow(desk, 'Внести список');
    await desk
      .locator('input[type="file"]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: peopleFile() });
    await press(desk, 'Проверить');
    await press(desk, 'Внести');
    await see(desk, new RegExp(`${peopleCount}`));
    note(`${peopleCount} people are on the list`);

    await backToSteps(desk);
    await follow(desk, 'Напечатать коды');
    await press(desk, 'Сделать листки');
    await see(desk, 'Напечатайте эту страницу сейчас');
    const sheet = desk.locator('section', {
      has: desk.getByRole('heading', { name: 'Участок 450', exact: true }),
    });
    const code = await sheet.locator('b').innerText();
    note('codes are printed');

    await backToSteps(desk);
    await follow(desk, 'Написать');
    await fill(desk, /^Заголовок/, 'Мы здесь');
    await fill(desk, /^Текст|^Объявление/, 'Теперь новости посёлка будут на этом сайте.');
    await press(desk, 'Далее');
    await press(desk, 'Опубликовать');
    await see(desk, /Опубликовано/);
    await desk.goto(`${url}/settlements/sosnovka/board/start`);
    await see(desk, 'Всё готово');
    await inspect('evening-done');
    note('the first announcement is out, every step is done');

    const { page: phone } = await open(360);
    await phone.goto(`${url}/?lang=ru`);
    await follow(phone, 'Сосновка');
    await follow(phone, 'Я здесь живу');
    await follow(phone, 'Зарегистрироваться');
    await register(phone, 'Житель 7', 'person7@example.org');
    await fill(phone, /номер участка|^Участок/i, '7');
    await press(phone, 'Отправить');
    await see(phone, /вы записаны на участок/);
    note('a resident of the list is in, without a decision of the board');

    const { page: second } = await open(360);
    await second.goto(`${url}/register?lang=ru&next=/settlements/sosnovka/join`);
    await register(second, 'Вера', 'vera@example.org');
    await fill(second, /номер участка|^Участок/i, '450');
    await second.getByText('У меня есть код').first().click();
    await fill(second, /Код участка/, code);
    await press(second, 'Отправить');
    await see(second, /вы записаны на участок/);
    note('a resident with a code is in');
    for (const window of windows) await window.close();
  });

  /** By the board's page, whose list of first steps names the next one. */
  const backToSteps = async (page: Page) => {
    await page.goto(`${url}/settlements/sosnovka/board`);
    await page.locator('.notice a').first().click();
    await see(page, 'С чего начать');
  };
});

async function waitUntilHealthy(url: string): Promise<void> {
  await waitUntil('the service has started', () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
}

/** The text of a MIME message in quoted-printable or base64. */
function decodeBody(raw: string): string {
  const parts = raw.split(/\r\n--[^\r\n]+/);
  const part = parts.find((each) => /content-type: text\/plain/i.test(each)) ?? raw;
  const body = part.slice(part.indexOf('\r\n\r\n') + 4);
  if (/content-transfer-encoding: base64/i.test(part))
    return Buffer.from(body.replaceAll(/\s/g, ''), 'base64').toString();
  return body.replaceAll('=\r\n', '').replaceAll('=3D', '=');
}
