import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { createRandom } from '../kill/random.ts';
import { type HttpClient, openHttpClient } from './http-client.ts';
import type { Person } from './participants.ts';
import { type UserAction, userActions } from './user-actions.ts';

/** One measured request. */
export interface Sample {
  kind: string;
  person: string;
  milliseconds: number;
  answer: number | 'none' | 'hung up';
}

/** Pause between an answer and the next request, in ms. */
const thinkTimeMs = { least: 150, most: 300 };
const photographCount = 12;

/** The nine people, each with their own IP address. */
export interface People {
  /** All in parallel, each sequentially; the same seed gives the same actions in the same order. */
  work(seconds: number, seed: number): Promise<Sample[]>;
}

export async function createPeople(url: string, people: readonly Person[]): Promise<People> {
  const photographs = await Promise.all(
    Array.from({ length: photographCount }, (_, index) => drawPhotograph(index)),
  );
  let number = 0;

  async function workAs(person: Person, line: HttpClient, until: number, seed: number): Promise<Sample[]> {
    const random = createRandom(seed);
    const own: readonly UserAction[] = userActions.filter(
      ({ isAvailableTo }) => isAvailableTo?.(person) ?? true,
    );
    const samples: Sample[] = [];
    await sleep(random.between(0, thinkTimeMs.most));
    while (performance.now() < until) {
      const act = random.pick(own);
      number += 1;
      const request = act.buildRequest(person, { random, number, photographs });
      const begun = performance.now();
      const answer = await line.send(request);
      samples.push({ kind: act.kind, person: person.name, milliseconds: performance.now() - begun, answer });
      await sleep(random.between(thinkTimeMs.least, thinkTimeMs.most));
    }
    return samples;
  }

  return {
    async work(seconds, seed) {
      const until = performance.now() + seconds * 1000;
      const lines = people.map((_, index) => openHttpClient(url, `127.0.0.${10 + index}`));
      try {
        const samples = await Promise.all(
          people.map((person, index) =>
            workAs(person, lines[index] as HttpClient, until, seed * 7919 + index),
          ),
        );
        return samples.flat();
      } finally {
        for (const line of lines) line.close();
      }
    },
  };
}

/** Small photographs, as phones send over a slow connection. */
function drawPhotograph(index: number): Promise<Buffer> {
  const background = { r: 40 + index * 15, g: 120, b: 90 };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  return sharp({ create: { width: 320, height: 240, channels: 3, background, noise } })
    .jpeg({ quality: 70 })
    .toBuffer();
}
