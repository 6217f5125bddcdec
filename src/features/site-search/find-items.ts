import type { z } from 'zod';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import type { FoundItem, SearchPlace } from '../../domain/kernel/item-search.ts';
import { checkScope } from '../../domain/kernel/operation-input.ts';
import { loadPermitted, show } from '../../domain/kernel/stages.ts';
import { listHousehold } from '../../store/land/residents.ts';
import { list_residents } from '../operations/settlement/list_residents.ts';
import { searchEverything } from './search-everything.ts';
import type { SearchHit, SearchQuery } from './search-results.ts';

const maxOfGroup = 5;

/** What the site's search finds in all places of the account, for a token with its scopes. */
export async function findItems(
  q: string,
  places: readonly SearchPlace[],
  most: number,
  context: SignedInContext,
): Promise<readonly FoundItem[]> {
  const { db, caller } = context;
  const search: SearchQuery = {
    q,
    each: maxOfGroup,
    async call(operation, input) {
      checkScope(operation, caller);
      const parsed = operation.input.parse(input);
      const subject = await loadPermitted(operation, parsed, context, false);
      return (await show(operation, parsed, context, subject)) as z.output<typeof operation.output>;
    },
    async listHousehold(parcelId) {
      // Names of people are private, as in the register.
      checkScope(list_residents, caller);
      const members = await listHousehold(db, parcelId);
      const isSelf = (accountId: string) => accountId === caller.accountId;
      return members.some(({ accountId }) => isSelf(accountId))
        ? members.map(({ accountId, name }) => ({ name, isSelf: isSelf(accountId) }))
        : [];
    },
  };
  const { groups } = await searchEverything(search, places);
  return takeInTurn(
    groups.map(({ found }) => found.filter(isItem)),
    most,
  );
}

const isItem = (hit: SearchHit): hit is SearchHit & FoundItem => hit.kind !== 'document';

/** The first of each list, then the second of each: none is crowded out. */
function takeInTurn<Item>(lists: readonly (readonly Item[])[], most: number): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? []))
    .flat()
    .slice(0, most);
}
