import { readFileSync } from 'node:fs';
import { fillPath, paths } from '../src/base/site/paths.ts';
import { insertParcels } from '../src/store/land/parcels.ts';
import { insertMembership } from '../src/store/land/residents.ts';
import type { TestService } from '../test/harness/open-service.ts';
import { squarePlot, type Village } from '../test/harness/village.ts';
import { type Browser, hiddenFields } from '../test/oauth/browser.ts';
import { prepareOAuthTestClient } from '../test/oauth/oauth-test-client.ts';
import type { HostileRequest } from '../test/security/hostile-request.ts';
import { signIn } from '../test/web/sign-in.ts';
import { profileLoop } from './loop-probe.ts';
import { type SenderThread, startSender } from './sender.ts';
import type { StressTest } from './stress-test.ts';
import { withTestService } from './test-service.ts';

const sizes = [74, 600, 2000];
const targetMs = 50;
const times = 5;
/** Looking at the clock costs, too. */
const everyMs = 5;

/** What grows with the village: every page, file and feed of a settlement, as its board opens them. */
export const growingPages: StressTest = {
  name: 'growing-pages',
  summary:
    'pages and files that grow with the village, by how long each holds the event loop (--only PART of a name)',
  async run({ only }) {
    let isGood = true;
    for (const size of sizes)
      await withTestService(async (service) => {
        const { village } = await prepareOAuthTestClient(service);
        await addPlots(service, village, size);
        const editor = await signIn(service, 'editor', 'ru');
        const sender = startSender(service.url);
        console.log(`\n${size} plots\n${'at once'.padStart(8)} ${'in all'.padStart(8)}  status  page`);
        try {
          for (const request of await listRequests(village, editor))
            if (request.subject.includes(only)) isGood = (await measure(request, sender)) && isGood;
        } finally {
          sender.end();
        }
      });
    return isGood;
  },
};

async function listRequests(village: Village, editor: Browser): Promise<HostileRequest[]> {
  const settlement = village.settlement.slug;
  const publish = async (title: string, body: string) => {
    const { data } = await village.clients.editor.write_article({
      settlement,
      kind: 'announcement',
      title,
      body,
      visibility: 'residents',
    });
    await village.clients.editor.publish_article({ settlement, article: data.id });
    return data.slug;
  };
  const short = await publish('Вода', 'Во вторник воды **не будет**.');
  const long = await publish('Устав', '## Глава\n\nЧлены товарищества *вправе* обжаловать.\n\n'.repeat(700));
  const cookie = [...editor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const ask = (subject: string, path: string, body?: string): HostileRequest => ({
    subject,
    speaker: 'editor',
    method: body === undefined ? 'GET' : 'POST',
    path,
    headers: {
      cookie,
      'accept-encoding': 'br',
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(body !== undefined && { body }),
  });
  const ofSettlement = Object.entries(paths).flatMap(([name, path]) =>
    /^[^{]*\{settlement\}[^{]*$/.test(path) ? [ask(name, path.replace('{settlement}', settlement))] : [],
  );
  const ofArticle = [short, long].flatMap((article) =>
    (
      [
        paths.articleRecipients,
        paths.printNotice,
        paths.printLetters,
        paths.visitList,
        paths.article,
      ] as const
    ).map((path) => ask(`${path.split('/').at(-1)} (${article})`, fillPath(path, { settlement, article }))),
  );
  const codes = fillPath(paths.plotCodes, { settlement });
  const form = hiddenFields((await editor.get(codes)).html, codes);
  return [
    ask('today', paths.today),
    ...ofSettlement,
    ...(['geojson', 'kml', 'dxf'] as const).map((kind) =>
      ask(`land.${kind}`, fillPath(paths.landFile, { settlement, kind })),
    ),
    ask('land.json', `/settlements/${settlement}/land.json`),
    ask('people on paper', `${fillPath(paths.people, { settlement })}?whole=1`),
    ...ofArticle,
    ask('halves', `${fillPath(paths.printLetters, { settlement, article: short })}?sheet=half`),
    ask('plotCodes (made)', codes, String(new URLSearchParams({ ...form, count: '1', replace: 'true' }))),
  ];
}

async function addPlots(service: TestService, village: Village, size: number): Promise<void> {
  const { db, newId } = service;
  const now = new Date();
  const plots = Array.from({ length: size }, (_, index) => ({
    id: newId(),
    settlementId: village.settlement.id,
    number: String(index + 101),
    cadastralNumber: `50:04:0009:${index + 101}`,
    address: '',
    ...squarePlot(10 + Math.floor(index / 50), index % 50),
  }));
  for (let from = 0; from < size; from += 500) await insertParcels(db, plots.slice(from, from + 500), now);
  for (const [index, { id }] of plots.entries()) {
    const accountId = newId();
    const name = `Константин Константинопольский ${index}`;
    if (index % 3 === 0) {
      await db`insert into account (id, email, email_key, display_name, email_confirmed_at, created_at)
        values (${accountId}, ${`p${index}@example.org`}, ${`p${index}@example.org`}, ${name}, ${now}, ${now})`;
      await insertMembership(db, {
        id: newId(),
        accountId,
        parcelId: id,
        role: 'owner',
        state: index % 9 === 0 ? 'claimed' : 'confirmed',
        isPrimary: index % 9 !== 0,
        decidedBy: village.accounts.editor,
        now,
      });
    } else
      await db`insert into recorded_person (id, parcel_id, name, phones, postal_address, created_at, updated_at)
        values (${newId()}, ${id}, ${name}, ${['+79001234567', '+79007654321']}, 'Москва, ул. Ленина, д. 5, кв. 17', ${now}, ${now})`;
    if (index % 2 === 0)
      await db`insert into contact (id, settlement_id, slug, name, category, notes, created_by, created_at, updated_at)
        values (${newId()}, ${village.settlement.id}, ${`c-${index}`}, ${`Мастер ${index}`}, 'trade', 'Чинит насосы', ${village.accounts.editor}, ${now}, ${now})`;
  }
}

/** CPU time of the main thread in ms: late timers alone would blame the service for a busy machine. */
const threadCpu = () =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ', 1)[0]) / 1e6;

/** The best of a few: the first is slower by compilation, and others by what else the machine does. */
async function measure(request: HostileRequest, sender: SenderThread): Promise<boolean> {
  await sender.hold(request);
  let [best, all, status] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  for (let round = 0; round < times; round += 1) {
    const begun = threadCpu();
    let [last, longest] = [begun, 0];
    const tick = () => {
      const now = threadCpu();
      longest = Math.max(longest, now - last);
      last = now;
    };
    const timer = setInterval(tick, everyMs);
    ({ status } = await sender.send());
    tick();
    clearInterval(timer);
    best = Math.min(best, longest);
    all = Math.min(all, last - begun);
  }
  console.log(
    `${best.toFixed(0).padStart(5)} ms ${all.toFixed(0).padStart(5)} ms  ${String(status).padStart(6)}  ${request.subject}`,
  );
  if (best <= targetMs) return status < 500;
  for (const line of await profileLoop(sender.send)) console.log(`                             ${line}`);
  return false;
}
