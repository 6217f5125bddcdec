import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { prepareBrowser } from './browser-setup.ts';
import { signIn } from './sign-in.ts';

const stage = prepareBrowser('the register on a phone');
const phone = { language: 'ru', width: 360, colorScheme: 'light' } as const;

describe('a board member with a phone', { skip: stage.skip }, () => {
  before(async () => {
    await stage.openWithActors();
  });
  const follow = (page: Page, name: string) =>
    page.getByRole('link', { name, exact: true }).filter({ visible: true }).first().click();
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

  it('enters a person without e-mail, prints the letter, and finds them in the register', async () => {
    const window = await stage.openWindow(phone);
    const { page } = window;
    await signIn(window, 'editor');
    await page.goto(fillPath(paths.boardDesk, { settlement: 'berezka' }));
    await follow(page, 'Реестр жителей');
    await page.locator('tbody tr', { hasText: '12А' }).first().waitFor();
    await window.inspect('people');
    await follow(page, 'Вписать человека');
    await page.getByLabel('Номер участка').fill('12а');
    await page.getByLabel(/^Имя/).fill('Зоя Ильинична Карасёва');
    await page.getByLabel(/^Телефоны/).fill('8 926 000-01-02');
    await page.getByLabel('Почты у человека нет').check();
    await window.inspect('new-person');
    await press(page, 'Вписать');
    await page.getByText('Вписали в реестр.').waitFor();
    await page.getByRole('heading', { name: 'Зоя Ильинична Карасёва' }).waitFor();
    assert.equal(
      await page.getByRole('link', { name: /^Позвонить/ }).getAttribute('href'),
      'tel:+79260000102',
    );
    await window.inspect('person');

    await press(page, 'Напечатать письмо');
    await page.getByText('Здравствуйте, Зоя Ильинична Карасёва!').waitFor();
    await window.inspect('person-letter');
    const pdf = await page.pdf({ format: 'A4' });
    const sheets = [...pdf.toString('latin1').matchAll(/\/MediaBox /g)];
    assert.equal(sheets.length, 1, 'one sheet of paper');

    await page.goto(fillPath(paths.people, { settlement: 'berezka' }));
    await page.getByRole('searchbox', { name: 'Имя, участок, телефон или почта' }).fill('926 000 01 02');
    await page.getByRole('searchbox', { name: 'Имя, участок, телефон или почта' }).press('Enter');
    await page.getByText('1 участок · 1 человек').waitFor();
    await page.getByText('приглашён', { exact: true }).filter({ visible: true }).waitFor();
    await follow(page, 'Зоя Ильинична Карасёва');
    await page.getByText('Напечатали письмо с кодом').waitFor();
    await window.close();
  });
});
