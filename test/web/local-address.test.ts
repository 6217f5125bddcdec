import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { startService } from '../harness/service.ts';
import { prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

const warning = 'Этот адрес открывается только на этом компьютере';

/** Everything that carries the address to people, before and after it was made. */
async function openPapers() {
  const { service, village } = await prepareOAuthTestClient(await startService());
  const settlement = village.settlement.slug;
  const { data } = await village.clients.editor.write_article({
    settlement,
    kind: 'announcement',
    title: 'Вода',
    body: 'Во вторник воды не будет.',
    visibility: 'residents',
  });
  const editor = await signIn(service, 'editor', 'ru');
  const place = { settlement, article: data.slug };
  const open = async () => {
    const pages: Record<string, string> = {};
    for (const path of [paths.printNotice, paths.printLetters, paths.visitList] as const)
      pages[path] = (await editor.get(fillPath(path, place))).html;
    for (const path of [paths.plotCodes, paths.invitePeople] as const)
      pages[path] = (await editor.get(fillPath(path, place))).html;
    const codes = fillPath(paths.plotCodes, place);
    pages.sheets = (
      await editor.submit(await editor.get(codes), codes, { plot: '', count: '1', replace: 'true' })
    ).html;
    return pages;
  };
  return { service, open };
}

describe('an address that opens on this machine alone', () => {
  it('is named before sheets, letters and codes are printed, until the site has one for others', async () => {
    const { service, open } = await openPapers();
    for (const [page, html] of Object.entries(await open()))
      assert.ok(visibleText(html).includes(warning), page);
    const { installation } = service.app.services;
    const sealed = installation.seal('base_url', 'https://village.example');
    await service.db`insert into installation_setting values ('base_url', ${sealed}, now())
      on conflict (name) do update set sealed = excluded.sealed`;
    await installation.reload();
    const later = await open();
    for (const [page, html] of Object.entries(later)) assert.ok(!visibleText(html).includes(warning), page);
    assert.match(visibleText(later.sheets ?? ''), /https:\/\/village\.example\/settlements/);
  });
});
