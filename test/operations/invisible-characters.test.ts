import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { landImportWorker } from '../../src/background/jobs/land-import.ts';
import { landWarnings } from '../../src/domain/rules/land-warnings.ts';
import { apply_land_import } from '../../src/features/actions/apply_land_import.ts';
import { ask_for_settlement } from '../../src/features/actions/ask_for_settlement.ts';
import { import_land } from '../../src/features/actions/import_land.ts';
import { import_residents } from '../../src/features/actions/import_residents.ts';
import { show_land_import } from '../../src/features/actions/show_land_import.ts';
import { formatSubject } from '../../src/features/mail/email-template.ts';
import { composePush } from '../../src/features/push/push-texts.ts';
import { drainQueue } from '../harness/jobs.ts';
import { runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, squarePlot, type Village } from '../harness/village.ts';
import { geoFeature, geoJson, type Ring } from '../land-import/sample-files.ts';
import { solid } from '../media/sample-pictures.ts';

const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';
const scotland = '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}';
const typed = `An\u200Bna \u202Egnp.tiart\u202C\u2066\uFEFF${family} ❤\uFE0F\u200D\u{1F525} ${scotland}\u00AD\u200D`;
const shown = `Anna gnp.tiart${family} ❤\uFE0F\u200D\u{1F525} ${scotland}`;

describe('characters that nobody sees', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });

  it('are removed from names and titles, and nothing of emoji is', async () => {
    const { resident } = village.clients;
    assert.equal((await resident.edit_profile({ display_name: typed })).data.display_name, shown);
    const { id } = await resident.write_knowledge_article({ title: typed, body: typed });
    const { title, body } = await resident.show_knowledge_article({ article: id });
    assert.deepEqual([title, body], [shown, typed], 'a text stays as it was typed');
    const blank = await resident.send('edit_profile', { display_name: '\u200B\u2060 ' });
    assert.equal(blank.status, 422);
  });

  it('are removed from captions, tags, trades and addresses', async () => {
    const { resident, editor } = village.clients;
    const [tag, trade] = ['we\u200Bll', 'Dra\u202Einage'];
    const { data } = await resident.upload_media({
      subject_type: 'parcel',
      subject_id: village.plots.resident,
      data: (await solid(40, 30).png().toBuffer()).toString('base64'),
      caption: typed,
      tags: [tag],
    });
    const { id: media, caption, tags } = data.media ?? assert.fail();
    assert.deepEqual([caption, tags], [shown, ['well']]);
    await resident.edit_media({ media, caption: 'Pump' });
    assert.equal((await resident.edit_media({ media, caption: typed })).data.caption, shown);
    const contact = await editor.write_contact({
      settlement: village.settlement.slug,
      name: typed,
      category: 'emergency',
      phones: ['+74951234567'],
      address: typed,
      hours: typed,
    });
    assert.deepEqual([contact.data.name, contact.data.address, contact.data.hours], [shown, shown, shown]);
    const company = await resident.register_company({ inn: '7728168971', name: typed, trades: [trade] });
    assert.deepEqual(company.data.trades, ['drainage']);
  });

  it('are removed from the region of a settlement that somebody asks for', async () => {
    const fields = {
      name: typed,
      kind: 'snt',
      region: typed,
      place: typed,
      asker: 'resident',
      contact: typed,
    };
    const { request } = await runActionAs(service, village.accounts.resident, ask_for_settlement, {
      ...fields,
      note: '',
    });
    const [row] = await service.db<{ region: string; place: string; contact: string }[]>`
      select region, place, contact from settlement_request where id = ${request}`;
    assert.deepEqual(row, { region: shown, place: shown, contact: shown });
  });

  it('are removed from names of imported lists, which then match those already there', async () => {
    const settlement = village.settlement.slug;
    const act = (input: object) =>
      runActionAs(service, village.accounts.editor, import_residents, { settlement, ...input });
    const csv = `plot,name,address\n3,${typed},${typed}`;
    const { mark } = await act({ csv });
    assert.equal((await act({ csv, tried: mark })).applied?.listed, 1);
    const { people = [] } = await village.clients.editor.list_residents({ settlement, recorded: true });
    assert.deepEqual(
      [...new Set(people.map(({ name }) => name).filter((name) => name.includes('gnp')))],
      [shown],
    );
    const { plan } = await act({ csv: `plot,name\n3,${shown}` });
    assert.deepEqual(
      plan.lines.map(({ outcome }) => outcome),
      ['same'],
    );
  });

  it('are removed from the numbers and addresses of imported land', async () => {
    const settlement = village.settlement.slug;
    const as = [service, village.accounts.editor] as const;
    const ring = squarePlot(6, 0).geometry.coordinates[0] as unknown as Ring;
    const properties = { cadastral_number: '50:99:6:\u200B0', plot_number: '6\u202E0', address: typed };
    const file = geoJson([geoFeature(properties, ring)]).toString('base64');
    const land = { settlement, kind: 'plots', file_name: 'a.json', file };
    const { import: id } = await runActionAs(...as, import_land, land);
    const work = () =>
      drainQueue(
        service,
        landImportWorker(() => service.app.services),
      );
    await work();
    const { outcome } = await runActionAs(...as, show_land_import, { settlement, import: id });
    const agreed = { rename: false, seen: outcome, accept: landWarnings };
    await runActionAs(...as, apply_land_import, { settlement, import: id, ...agreed });
    await work();
    const [row] = await service.db<{ number: string; address: string }[]>`
      select number, address from parcel where cadastral_number = '50:99:6:0'`;
    assert.deepEqual(row, { number: '60', address: shown });
  });

  it('of names from before are not in subjects of emails and in pushes', () => {
    assert.equal(formatSubject(typed), shown);
    const { title } = composePush({
      eventId: '1',
      topic: 'general',
      key: 'push.test',
      replacements: {},
      url: '/',
      language: 'en',
      settlement: typed,
      showsText: false,
    });
    assert.equal(title, shown);
  });
});
