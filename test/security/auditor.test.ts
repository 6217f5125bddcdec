import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Client } from '../../src/entry/client/client.ts';
import { add_plots } from '../../src/features/actions/add_plots.ts';
import { edit_settlement } from '../../src/features/actions/edit_settlement.ts';
import { export_people } from '../../src/features/actions/export_people.ts';
import { issue_plot_codes } from '../../src/features/actions/issue_plot_codes.ts';
import { list_board_queue } from '../../src/features/actions/list_board_queue.ts';
import { list_decisions } from '../../src/features/actions/list_decisions.ts';
import { list_land_imports } from '../../src/features/actions/list_land_imports.ts';
import { list_people } from '../../src/features/actions/list_people.ts';
import { list_settlement_documents } from '../../src/features/actions/list_settlement_documents.ts';
import { save_person } from '../../src/features/actions/save_person.ts';
import { set_plot_kind } from '../../src/features/actions/set_plot_kind.ts';
import { deleteSettlementRole, insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import type { Village } from '../harness/village.ts';
import { openBrowser } from '../oauth/browser.ts';
import { password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';

const settlement = 'berezka';
/** An outsider, so that everything seen is seen as the auditor. */
const auditor = 'outsider';

describe('the auditor of a settlement', () => {
  let service: TestService;
  let village: Village;
  let client: Client;
  let claim: string;
  let contact: string;
  const articles: Record<string, string> = {};
  before(async () => {
    service = await startService();
    ({ village } = await prepareOAuthTestClient(service));
    client = village.clients[auditor];
    await insertSettlementRole(
      service.db,
      village.settlement.id,
      village.accounts[auditor],
      'auditor',
      new Date(),
    );
    claim = (await village.clients.newcomer.request_residency({ settlement, parcel: '3' })).data.id;
    contact = (
      await village.clients.editor.write_contact({
        settlement,
        category: 'shop',
        name: 'Магазин',
        phones: ['+7 495 000-00-01'],
      })
    ).data.id;
    for (const [kind, visibility] of [
      ['post', 'residents'],
      ['post', 'private'],
      ['diary', 'private'],
      ['diary', 'residents'],
    ] as const) {
      const by = kind === 'diary' ? village.clients.resident : village.clients.editor;
      const place = kind === 'diary' ? { parcel_id: village.plots.resident } : {};
      const { data } = await by.write_article({
        ...{ settlement, kind, visibility, ...place },
        title: `${kind} ${visibility}`,
        body: 'Текст',
      });
      articles[`${kind} ${visibility} draft`] = data.id;
      const published = await by.write_article({
        ...{ settlement, kind, visibility, ...place },
        title: `${kind} ${visibility} открыта`,
        body: 'Другой текст',
      });
      await by.publish_article({ settlement, article: published.data.id });
      articles[`${kind} ${visibility}`] = published.data.id;
    }
  });

  /** Status of a refusal of the API; 200 when there was none. */
  const statusOf = (work: Promise<unknown>) =>
    work.then(
      () => 200,
      (error: { status?: number }) => error.status ?? 0,
    );
  const act = (action: Parameters<typeof runActionAs>[2], input: object = {}) =>
    refusalKindOf(runActionAs(service, village.accounts[auditor], action, { settlement, ...input }));

  it('is said in the profile', async () => {
    const { data } = await client.show_me({});
    assert.deepEqual(
      data.settlements.map(({ role }) => role),
      ['auditor'],
    );
  });

  it('reads the register, the audit, files of land, documents and the board', async () => {
    const { residents } = await client.list_residents({ settlement });
    assert.ok(residents.some(({ id }) => id === claim));
    for (const action of [list_people, list_decisions, list_land_imports, list_settlement_documents])
      assert.equal(await act(action), '', action.name);
    const people = await runActionAs(service, village.accounts[auditor], export_people, { settlement });
    assert.ok(people.length > 0);
    const { data } = await client.show_settlement({ settlement });
    assert.ok(data.board && data.households);
    const { objects } = await client.list_parcel_objects({ parcel: village.plots.resident });
    assert.deepEqual(objects, []);
    assert.equal(await statusOf(client.list_contacts({ settlement, archived: true })), 200);
  });

  it('reads entries and drafts, and none that is private', async () => {
    for (const [what, article] of Object.entries(articles)) {
      const status = await statusOf(client.show_article({ settlement, article }));
      assert.equal(status, what.includes('private') ? 404 : 200, what);
    }
    const { articles: listed } = await client.list_articles({ settlement });
    assert.ok(listed.length > 0);
    assert.deepEqual(
      listed.filter(({ visibility }) => visibility === 'private'),
      [],
    );
  });

  it('decides and writes nothing through the API', async () => {
    const body = { settlement, reason: 'Проверка' };
    const refused: Record<string, () => Promise<unknown>> = {
      confirm_resident: () => client.confirm_resident({ settlement, resident: claim }),
      remove_resident: () => client.remove_resident({ ...body, resident: claim }),
      write_contact: () => client.write_contact({ settlement, category: 'shop', name: 'Мой магазин' }),
      edit_contact: () => client.edit_contact({ settlement, contact, name: 'Чужой' }),
      list_change_proposals: () => client.list_change_proposals({ settlement }),
      write_article: () =>
        client.write_article({ settlement, kind: 'announcement', title: 'От ревизора', body: 'Текст' }),
      edit_article: () =>
        client.edit_article({ settlement, article: articles['post residents'] ?? '', title: 'Иначе' }),
      publish_article: () =>
        client.publish_article({ settlement, article: articles['post residents draft'] ?? '' }),
      remove_article: () => client.remove_article({ settlement, article: articles['post residents'] ?? '' }),
      set_settlement_boundary: () =>
        client.set_settlement_boundary({ settlement, parcels: [village.plots.resident] }),
      shape_settlement_boundary: () =>
        client.shape_settlement_boundary({ settlement, parcels: [village.plots.resident] }),
      write_parcel_object: () =>
        client.write_parcel_object({ parcel: village.plots.resident, kind: 'building', title: 'Дом' }),
      write_task: () =>
        client.write_task({ settlement, title: 'Срочно', addressee: 'neighbour', to_parcel: '1' }),
    };
    for (const [name, call] of Object.entries(refused)) {
      const status = await statusOf(call());
      assert.ok([403, 404].includes(status), `${name}: ${status}`);
    }
  });

  it('decides and writes nothing on pages', async () => {
    const inputs = {
      list_board_queue: [list_board_queue, {}],
      edit_settlement: [edit_settlement, { name: 'Другое имя' }],
      add_plots: [add_plots, { numbers: '100-110' }],
      set_plot_kind: [set_plot_kind, { parcel: village.plots.free, kind: 'road' }],
      issue_plot_codes: [issue_plot_codes, {}],
      save_person: [save_person, { parcel: '1', name: 'Некто', role: 'owner' }],
    } as const;
    for (const [name, [action, input]] of Object.entries(inputs))
      assert.equal(await act(action, input), 'forbidden', name);
  });

  it('sees pages of the board without one form to decide with', async () => {
    const browser = openBrowser(service);
    await browser.submit(await browser.get('/login'), '/login', {
      email: `${auditor}@example.org`,
      password,
    });
    const at = `/settlements/${settlement}/board`;
    for (const page of ['people', 'audit', 'land', 'members', 'verdicts']) {
      const { status, html } = await browser.get(`${at}/${page}`);
      assert.equal(status, 200, page);
      assert.match(html, /You see this as the auditor/, page);
      const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
      assert.doesNotMatch(main, /method="post"/, page);
    }
    assert.equal((await browser.get(at)).status, 403);
    for (const page of ['settings', 'codes', 'boundary', 'import-residents'])
      assert.equal((await browser.get(`${at}/${page}`)).status, 403, page);
  });

  it('reads nothing more once the role has ended', async () => {
    await deleteSettlementRole(service.db, village.settlement.id, village.accounts[auditor], 'auditor');
    assert.equal(await statusOf(client.list_residents({ settlement })), 403);
    assert.equal(await act(list_people), 'forbidden');
    assert.equal(await act(list_decisions), 'forbidden');
    const draft = articles['post residents draft'] ?? '';
    assert.equal(await statusOf(client.show_article({ settlement, article: draft })), 404);
  });
});
