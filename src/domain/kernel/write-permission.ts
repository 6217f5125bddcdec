import type { Context } from './context.ts';
import type { AnyDefinition } from './operation.ts';
import { type Destination, refuseSilencedIn } from './silence.ts';

/**
 * Refuses a write of somebody whose writing was stopped where it goes; by whom, why, until when and where to appeal is
 * in the refusal. Called with the loaded subject, after `permit`: whoever may not anyway learns nothing of it.
 */
export function refuseSilenced(
  definition: AnyDefinition,
  subject: unknown,
  context: Pick<Context, 'caller' | 'now' | 'origin' | 'surface'>,
  input: Record<string, unknown>,
): void {
  const { writesIn } = definition;
  if (!context.caller.silences?.length || definition.write === undefined) return;
  if (writesIn === 'nowhere' || writesIn === 'said') return;
  const destination =
    writesIn === undefined
      ? findDestination(subject)
      : writesIn === 'platform'
        ? null
        : writesIn(subject, input);
  if (destination !== 'nowhere') refuseSilencedIn(destination, context);
}

/** By the names that loads give it: the settlement itself, its identifier alone, or a thing of it. */
function findDestination(subject: unknown): Destination {
  if (typeof subject === 'string') return subject;
  if (typeof subject !== 'object' || subject === null) return undefined;
  const known = subject as Record<string, unknown>;
  if ('settlementId' in known) return known.settlementId as string | null;
  if ('settlementRole' in known && 'slug' in known) return known.id as string;
  for (const name of ['settlement', 'place', 'task', 'parcel', 'media', 'article', 'found']) {
    const inner = findDestination(known[name]);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
