import { setTimeout as sleep } from 'node:timers/promises';
import type { HostileRequest } from '../test/security/hostile-request.ts';
import { buildPrivateDataVillage, type PrivateDataVillage } from '../test/security/private-data-village.ts';
import { type BodyCase, listFormCases, listJsonCases, listRingCases } from './body-cases.ts';
import { type LoopTimes, measureLoop, profileLoop } from './loop-probe.ts';
import { type SenderThread, startSender } from './sender.ts';
import type { StressTest } from './stress-test.ts';
import { withTestService } from './test-service.ts';
import { listTextCases } from './text-cases.ts';

/** Target: the longest one request may block the event loop, in ms. */
const targetMs = 50;
/** A case that blocked the loop this long (ms) is not made bigger: quadratic work would never end. */
const tooLongMs = 1000;

interface MeasuredCase {
  name: string;
  bytes: number;
  status: number;
  error?: string;
  held: LoopTimes;
  isCutShort: boolean;
  body: HostileRequest;
}

export const bodies: StressTest = {
  name: 'bodies',
  summary:
    'hostile bodies of every accepted size, by how long each blocks the event loop (--only PART of a name)',
  run: ({ only }) =>
    withTestService(async (service) => {
      const sender = startSender(service.url);
      try {
        const village = await buildPrivateDataVillage(service);
        const all = [...listJsonCases(), ...listRingCases(), ...listFormCases(), ...listTextCases(village)];
        const cases = all.filter(({ name }) => name.includes(only));
        console.log(`${cases.length} cases, each at a sixteenth, a quarter and the whole of its limit`);
        for (const each of cases.slice(0, 30)) {
          await sender.hold(toRequest(each, 1000, village));
          await sender.send();
        }
        const measured: MeasuredCase[] = [];
        for (const [index, each] of cases.entries()) {
          measured.push(await measureCase(each, village, sender));
          if (index % 100 === 99) console.log(`${index + 1} done`);
        }
        return await report(measured, sender);
      } finally {
        sender.end();
      }
    }),
};

function toRequest(each: BodyCase, bytes: number, village: PrivateDataVillage): HostileRequest {
  const token = village.tokens[each.speaker];
  return {
    subject: each.name,
    speaker: each.speaker,
    method: each.method,
    path: each.path,
    headers: { 'content-type': each.type, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: each.make(bytes),
  };
}

/** Grows the body and reports the largest, or the last one before it took too long. */
async function measureCase(
  each: BodyCase,
  village: PrivateDataVillage,
  sender: SenderThread,
): Promise<MeasuredCase> {
  let last: MeasuredCase | undefined;
  for (const share of [1 / 16, 1 / 4, 1]) {
    const body = toRequest(each, Math.floor(each.limit * share), village);
    await sender.hold(body);
    let { held, result } = await measureParsed(sender);
    // Other threads share the processor's caches: a slow case is repeated, and the best of three counts.
    for (let again = 0; again < 2 && held.longest > targetMs && held.longest < tooLongMs; again += 1) {
      const next = await measureParsed(sender);
      if (next.held.longest < held.longest) ({ held, result } = next);
    }
    last = {
      name: each.name,
      bytes: Buffer.byteLength(body.body ?? ''),
      ...result,
      held,
      isCutShort: share < 1 && held.longest >= tooLongMs,
      body,
    };
    if (held.longest >= tooLongMs) break;
  }
  return last as MeasuredCase;
}

/** Again after a while if too many bytes were sent before: a body that is refused unread says nothing. */
async function measureParsed(sender: SenderThread) {
  for (let attempt = 1; ; attempt += 1) {
    const measured = await measureLoop(sender.send);
    if (measured.result.status !== 429 || attempt === 10) return measured;
    await sleep(2_000);
  }
}

async function report(measured: MeasuredCase[], sender: SenderThread): Promise<boolean> {
  measured.sort((a, b) => b.held.longest - a.held.longest);
  const slow = measured.filter(({ held }) => held.longest > targetMs);
  console.log('\nheld at once   busy in all      bytes  status  case');
  for (const { name, bytes, status, held, isCutShort } of measured.slice(0, Math.max(40, slow.length))) {
    const figures = [`${held.longest.toFixed(0)} ms`.padStart(12), `${held.busy.toFixed(0)} ms`.padStart(13)];
    console.log(
      `${figures.join(' ')} ${String(bytes).padStart(10)}  ${String(status).padStart(6)}  ${name}${isCutShort ? ' (not made bigger)' : ''}`,
    );
  }
  const byStatus = new Map<number, number>();
  for (const { status } of measured) byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  console.log(`\nby status: ${[...byStatus].map(([status, times]) => `${status} × ${times}`).join(', ')}`);
  if (slow.length > 0) console.log(`\nCPU profile of the ${Math.min(20, slow.length)} slowest:`);
  for (const { name, body } of slow.slice(0, 20)) {
    console.log(`  ${name}`);
    await sender.hold(body);
    for (const line of await profileLoop(sender.send)) console.log(`      ${line}`);
  }
  const bad = measured.filter(({ held, status }) => held.longest > targetMs || status >= 500 || status === 0);
  console.log(`\n${bad.length} cases blocked the loop longer than ${targetMs} ms or failed.`);
  for (const { name, status, error } of bad.filter(({ status }) => status >= 500 || status === 0))
    console.log(`  ${error ?? `status ${status}`}: ${name}`);
  return bad.length === 0;
}
