import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { findChromium, launchChromium } from '../test/browser/chromium.ts';
import { signIn } from '../test/browser/sign-in.ts';
import { TapCounter } from '../test/browser/tap-counter.ts';
import {
  askToJoin,
  blockConversation,
  correctNumber,
  doTask,
  findAdvice,
  findNumber,
  giveMedal,
  giveTask,
  type JourneyUser,
  reportMessage,
  writeToPlot,
} from '../test/browser/user-journeys.ts';
import type { TestService } from '../test/harness/open-service.ts';
import type { Persona } from '../test/harness/village.ts';
import { noise } from '../test/media/sample-pictures.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../test/oauth/oauth-test-client.ts';
import { cpuSlowdown, phoneNetwork } from './network-profiles.ts';
import type { StressTest } from './stress-test.ts';
import { withTestService } from './test-service.ts';

interface Job {
  name: string;
  who: Persona;
  /** The page where it begins; default: Today. */
  from?: string;
  do(worker: JourneyUser): Promise<unknown>;
}

interface Figures {
  job: string;
  taps: number;
  seconds: number;
  requests: number;
  downKb: number;
}

/** Times are reported, not asserted: they depend on the machine. */
export const jobs: StressTest = {
  name: 'jobs',
  summary: 'typical tasks of residents, done in Chromium on a slow phone: taps, seconds, requests, bytes',
  run: () =>
    withTestService(async (service) => {
      const executable = findChromium();
      assert.ok(executable, 'no Chromium is installed here (CHROMIUM names one)');
      const actors = await prepareOAuthTestClient(service);
      const all = await prepareJobs(actors);
      const browser = await launchChromium(executable);
      const rows: Figures[] = [];
      let isGood = true;
      try {
        for (const job of all) {
          const row = await measure(browser, service, job).catch((error: unknown) => {
            console.error(`${job.name}: not done.`, error);
            return null;
          });
          if (row) rows.push(row);
          else isGood = false;
        }
      } finally {
        await browser.close();
      }
      console.table(rows);
      return isGood;
    }),
};

/** From the first tap until the confirmation text. Signing in and loading the first page are not counted. */
async function measure(browser: Browser, service: TestService, job: Job): Promise<Figures> {
  const context = await browser.newContext({
    baseURL: service.url,
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    permissions: ['clipboard-read', 'clipboard-write'],
    // Throttling does not apply to requests of a service worker.
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(120_000);
  try {
    const page = await context.newPage();
    await signIn({ page, look: { language: 'ru', width: 360, colorScheme: 'light' } }, job.who);
    if (job.from) await page.goto(job.from);
    await page.waitForLoadState('networkidle');
    const traffic = await throttle(page);
    const worker: JourneyUser = { page, language: 'ru', taps: new TapCounter(page), look: async () => {} };
    const begun = performance.now();
    await job.do(worker);
    const seconds = (performance.now() - begun) / 1000;
    const round = (value: number) => Math.round(value * 10) / 10;
    return {
      job: job.name,
      taps: worker.taps.count,
      seconds: round(seconds),
      requests: traffic.requests,
      downKb: round(traffic.bytes / 1000),
    };
  } finally {
    await context.close();
  }
}

async function throttle(page: Page): Promise<{ requests: number; bytes: number }> {
  const devtools = await page.context().newCDPSession(page);
  const traffic = { requests: 0, bytes: 0 };
  // Responses from the cache transfer no bytes and are not counted.
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.requests += encodedDataLength > 0 ? 1 : 0;
    traffic.bytes += encodedDataLength;
  });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', phoneNetwork);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  return traffic;
}

/** Creates the data that the jobs need; returns the jobs in the order in which they depend on each other. */
async function prepareJobs({ village }: OAuthTestClient): Promise<Job[]> {
  const { editor, moderator } = village.clients;
  const settlement = village.settlement.slug;
  for (const [name, phone] of [
    ['Электрик Николай', '+7 496 000-00-55'],
    ['Дрова, Алексей', '+7 496 000-00-44'],
  ] as const)
    await editor.write_contact({ settlement, name, category: 'trade', phones: [phone] });
  await moderator.write_knowledge_article({
    title: 'Скважина зимой',
    body: 'Если скважина замёрзла у оголовка, прогрейте трубу тёплой водой.',
    publish: true,
  });
  // The size of a phone's photograph; the island scales it down before the upload.
  const picture = await noise(3000, 2000).jpeg({ quality: 80 }).toBuffer();
  let conversation = '';
  return [
    { name: '1 ask to be recorded', who: 'newcomer', from: '/', do: (worker) => askToJoin(worker, '3') },
    {
      name: '7 advice by a slip, copied',
      who: 'resident',
      do: (worker) => findAdvice(worker, 'замерзла скважена'),
    },
    {
      name: '9 find a number to call',
      who: 'resident',
      do: (worker) => findNumber(worker, 'Электрик Николай'),
    },
    {
      name: '9 correct a number',
      who: 'resident',
      from: `/settlements/${settlement}/directory`,
      async do(worker) {
        const given = { number: '+7 496 000-00-56', note: 'Он сам сказал' };
        await correctNumber(worker, 'Электрик Николай', given);
        await worker.page.locator('[data-notice="done"]').waitFor();
      },
    },
    {
      name: '10 medal with a photograph',
      who: 'resident',
      do: (worker) => giveMedal(worker, 'Дрова, Алексей', { words: 'Сухие, берёзовые', picture }),
    },
    {
      name: '13 give a task',
      who: 'editor',
      do: (worker) => giveTask(worker, { title: 'Субботник', person: 'Neighbour Ivanova · 2' }),
    },
    { name: '13 do it', who: 'neighbour', do: (worker) => doTask(worker, 'Субботник') },
    {
      name: '14 write to a neighbour',
      who: 'resident',
      async do(worker) {
        await writeToPlot(worker, { plot: '2', said: 'Купите трактор' });
        conversation = new URL(worker.page.url()).pathname;
      },
    },
    {
      name: '14 report',
      who: 'neighbour',
      get from() {
        return conversation;
      },
      do: reportMessage,
    },
    {
      name: '14 block',
      who: 'neighbour',
      get from() {
        return conversation;
      },
      do: blockConversation,
    },
  ];
}
