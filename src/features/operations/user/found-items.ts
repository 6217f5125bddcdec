import { z } from 'zod';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { outEnum, outId, outText, outTimestamp, outUrl } from '../../../domain/kernel/fields.ts';
import { hitKinds, type SearchPlace } from '../../../domain/kernel/item-search.ts';
import type { profile } from './shapes.ts';

const maxFound = 20;
/** Of each a dozen lists are searched. */
const maxPlaces = 10;

export const foundItems = z
  .array(
    z.object({
      kind: outEnum(hitKinds),
      id: outId.nullable().describe('For the tool that shows it; null: a person without an account.'),
      title: outText,
      at: outTimestamp.nullable().describe('When it was published, last changed or done; null: no matter.'),
      excerpt: outText,
      url: outUrl.describe('Its page.'),
    }),
  )
  .describe(`Only with \`find\`: at most ${maxFound}, some of every kind.`);

type Places = Pick<z.input<typeof profile>, 'parcels' | 'settlements'>;

export async function loadFoundItems(
  q: string,
  me: Places,
  context: SignedInContext,
): Promise<z.input<typeof foundItems>> {
  const found = await context.services.itemSearch.find(q, listSearchPlaces(me), maxFound, context);
  return found.map(({ kind, id, title, at, excerpt, url }) => ({ kind, id, title, at, excerpt, url }));
}

/** Every plot, and settlements where the account has a role but no plot. */
function listSearchPlaces({ parcels, settlements }: Places): SearchPlace[] {
  const isBoard = (settlement: string) =>
    settlements.some((each) => each.settlement === settlement && each.role === 'editor');
  const plots = parcels.map(({ settlement, settlement_slug, parcel_id, plot_number }) => ({
    slug: settlement_slug,
    plot: { id: parcel_id, number: plot_number },
    isBoard: isBoard(settlement),
  }));
  const others = settlements.filter(
    ({ settlement }) => !parcels.some((parcel) => parcel.settlement === settlement),
  );
  const roles = others.map(({ settlement, settlement_slug }) => ({
    slug: settlement_slug,
    isBoard: isBoard(settlement),
  }));
  return [...plots, ...roles].slice(0, maxPlaces);
}
