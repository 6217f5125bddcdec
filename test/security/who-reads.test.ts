import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { share_fees } from '../../src/features/actions/share_fees.ts';
import { type_meter_reading } from '../../src/features/actions/type_meter_reading.ts';
import { insertMembership } from '../../src/store/land/residents.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import type { Persona } from '../harness/village.ts';
import { openBrowser } from '../oauth/browser.ts';
import { signIn } from '../web/sign-in.ts';
import { openDoors } from './who-reads-doors.ts';
import { buildReadingVillage, type Thing, things } from './who-reads-village.ts';

/** By their names in docs/who-reads.md: the account of the village, and with what it comes. */
const people = {
  stranger: [null, 'session'],
  'passer-by, signed in': ['passer-by', 'session'],
  'waiting for the plot': ['newcomer', 'session'],
  'resident of another village': ['outsider', 'session'],
  'neighbour, an owner': ['neighbour', 'session'],
  'owner of the plot': ['resident', 'session'],
  'family on the plot': ['member', 'session'],
  'tenant of the plot': ['tenant', 'session'],
  'former family': ['former', 'session'],
  editor: ['editor', 'session'],
  auditor: ['auditor', 'session'],
  'former editor': ['former-editor', 'session'],
  moderator: ['moderator', 'session'],
  operator: ['operator', 'session'],
  'keeper of devices, family next door': ['keeper', 'session'],
  "owner's token that only reads": ['resident', 'token'],
} as const;
const doors = ['page', 'search', 'file', 'rest', 'tool', 'feed', 'notification', 'letter', 'copy'] as const;
type Door = (typeof doors)[number];

describe('who reads readings, fees and documents', () => {
  let service: TestService;
  let stage: Awaited<ReturnType<typeof buildReadingVillage>>;
  before(async () => {
    service = await startService({}, { jobs: true });
    stage = await buildReadingVillage(service);
  });

  /** Each row of a table of the document, by its first cell. */
  async function readTables(): Promise<{
    readers: Map<string, string[]>;
    doors: Map<string, string[]>;
    columns: string[];
  }> {
    const text = await readFile('docs/who-reads.md', 'utf8');
    const [first = [], second = []] = text
      .split('\n\n')
      .filter((block) => block.startsWith('| |'))
      .map((block) =>
        block
          .trim()
          .split('\n')
          .map((line) =>
            line
              .split('|')
              .slice(1, -1)
              .map((cell) => cell.trim()),
          ),
      );
    const toMap = (rows: string[][]) => new Map(rows.slice(2).map(([name = '', ...cells]) => [name, cells]));
    return { readers: toMap(first), doors: toMap(second), columns: first[0]?.slice(1) ?? [] };
  }

  async function look(name: keyof typeof people): Promise<Map<Door, Thing[]>> {
    const [who, by] = people[name];
    const account = who === null ? null : stage.accounts[who];
    const { readPages, readFiles, askRest, askTools, readSearch, readFeeds, readCopy, findThings } =
      openDoors(service, stage);
    const found = new Map<Door, Thing[]>();
    const note = (door: Door, text: string) => found.set(door, findThings(text));
    const token =
      account === null ? undefined : await service.token(account, by === 'token' ? ['mcp:read'] : undefined);
    note('rest', await askRest(service.client(token)));
    note('tool', await askTools(token));
    if (by === 'token') return found;
    const browser = who === null ? openBrowser(service) : await signIn(service, who as Persona);
    note('page', await readPages(browser));
    const files = await readFiles(browser);
    found.set('file', [...findThings(files.text), ...files.seen]);
    found.set('search', await readSearch(browser));
    note('feed', await readFeeds(browser));
    if (account === null) return found;
    const rows = await service.db<{ text: string }[]>`
      select concat(replacements::text, url, key) as text from notification where account_id = ${account}`;
    note('notification', rows.map(({ text }) => text).join('\n'));
    const letters = await service.db<{ text: string }[]>`
      select concat(subject, body_text, body_html) as text from letter where account_id = ${account}`;
    note('letter', letters.map(({ text }) => text).join('\n'));
    note('copy', await readCopy(browser));
    return found;
  }

  it('is what docs/who-reads.md says, for every kind of person, at every door', async () => {
    const tables = await readTables();
    assert.deepEqual(tables.columns, Object.keys(things));
    assert.deepEqual([...tables.readers.keys()], Object.keys(people));
    const problems: string[] = [];
    const used = new Map<string, Set<Door>>(Object.keys(things).map((thing) => [thing, new Set()]));
    for (const name of Object.keys(people) as (keyof typeof people)[]) {
      const found = await look(name);
      for (const [place, thing] of (Object.keys(things) as Thing[]).entries()) {
        const at = doors.filter((door) => found.get(door)?.includes(thing));
        for (const door of at) used.get(thing)?.add(door);
        const isWritten = tables.readers.get(name)?.[place] === '✓';
        if (isWritten !== at.length > 0)
          problems.push(
            `${name}, ${thing}: ${isWritten ? 'reads it nowhere' : `reads it (${at.join(', ')})`}`,
          );
      }
    }
    for (const [thing, by] of used) {
      const actual = doors.filter((door) => by.has(door)).join(', ');
      const written = tables.doors.get(thing)?.[0] ?? '';
      if (actual !== written) problems.push(`doors of ${thing}: ${actual}, and not ${written}`);
    }
    assert.deepEqual(problems, []);
  });

  it('is for tenants, too, where an owner of the plot lets them read fees, until that is ended', async () => {
    const ofTenant = async () =>
      openDoors(service, stage).findThings(
        (await (await signIn(service, 'tenant' as Persona)).get(`/plots/${stage.home}/fees`)).html,
      );
    const share = (for_tenants: boolean) =>
      runActionAs(service, stage.accounts.resident, share_fees, { parcel: stage.home, for_tenants });
    assert.deepEqual(await ofTenant(), []);
    await share(true);
    assert.deepEqual(await ofTenant(), ['the fee of a plot']);
    await share(false);
    assert.deepEqual(await ofTenant(), []);
  });

  it('is not told by typing: what one member keeps is not there for the others, nor readings of before they moved in', async () => {
    const { accounts } = stage;
    const meterOf = async (thing: Thing) => {
      const [row] = await service.db<
        { id: string }[]
      >`select id from meter where name = ${things[thing].word}`;
      return row?.id ?? '';
    };
    const type = (who: keyof typeof accounts, meter: string, number: number) =>
      runActionAs(service, accounts[who], type_meter_reading, { meter, number });
    const own = await meterOf('a meter kept to oneself');
    assert.equal(await refusalKindOf(type('member', own, 7391900)), 'not_found');
    assert.equal(await refusalKindOf(type('editor', own, 7391900)), 'not_found');
    const paper = await meterOf('one of people on paper');
    await insertMembership(service.db, {
      id: service.newId(),
      accountId: accounts['passer-by'],
      parcelId: stage.village.plots.free,
      role: 'owner',
      state: 'confirmed',
      isPrimary: true,
      decidedBy: accounts.editor,
      now: new Date(),
    });
    assert.equal((await type('passer-by', paper, 7391900)).before, null, 'who moved in just now');
    service.clock.offset += 60_000;
    assert.equal((await type('passer-by', paper, 7391901)).before, 7391900);
  });
});
