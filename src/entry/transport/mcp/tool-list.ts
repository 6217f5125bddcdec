import type { Caller, Scope } from '../../../domain/kernel/caller.ts';
import {
  type AnyOperation,
  type Audience,
  isReading,
  type Office,
} from '../../../domain/kernel/operation.ts';
import { isInToolsets } from '../../../domain/kernel/toolsets.ts';
import { describeTool, findSpelt } from './tool-schema.ts';
import type { Choice } from './tool-server.ts';

/** What a token of these scopes can use; a tool beyond them would only be refused. */
export function isWithin(operation: AnyOperation, scopes: ReadonlySet<Scope>): boolean {
  if (operation.scope === 'public') return true;
  if (operation.scope === 'mcp:private') return scopes.has('mcp:private') && scopes.has('mcp:read');
  return scopes.has(operation.scope);
}

/** What the address asks for: reading only, some parts only. */
export function isChosen(operation: AnyOperation, { readOnly, toolsets }: Choice): boolean {
  if (readOnly && !isReading(operation)) return false;
  return toolsets === null || isInToolsets(operation, toolsets);
}

/** What the account's offices let it use at all. */
function isOpenTo(operation: AnyOperation, offices: ReadonlySet<Office>): boolean {
  return operation.onlyFor === undefined || operation.onlyFor.some((office) => offices.has(office));
}

/** No more of them are remembered than clients reasonably ask for; the names in an address are a stranger's choice. */
const mostLists = 500;

/** Lists made once for every combination of scopes, offices and choice, when first asked for, in the order of the operations. */
export function createToolLists(operations: readonly AnyOperation[], audience: Audience) {
  const offered = operations.filter((operation) => operation.audiences.includes(audience));
  const byName = new Map(offered.map((operation) => [operation.name, operation]));
  const describeAll = (withOutput: boolean) => {
    const names = new Set(operations.map(({ name }) => name));
    const around = {
      audience,
      isOperation: (name: string) => names.has(name),
      isOffered: (name: string) => byName.has(name),
      spelt: findSpelt(offered),
    };
    return offered.map((operation) => ({
      operation,
      json: JSON.stringify(describeTool(operation, around, withOutput)),
    }));
  };
  const described: Record<'brief' | 'full', ReturnType<typeof describeAll> | undefined> = {
    brief: undefined,
    full: undefined,
  };
  const lists = new Map<string, string>();
  return {
    find: (name: string) => byName.get(name),
    /** Whether any tool here is for some accounts only: then they have to be known before the list is made. */
    dependsOnOffices: offered.some(({ onlyFor }) => onlyFor !== undefined),
    json({ scopes }: Pick<Caller, 'scopes'>, offices: ReadonlySet<Office>, choice: Choice): string {
      const parts = [scopes, offices, choice.toolsets ?? ['*']].map((each) => [...each].sort().join(' '));
      const key = `${parts.join('|')}|${choice.readOnly}|${choice.outputSchemas}`;
      let list = lists.get(key);
      if (list === undefined) {
        const form = choice.outputSchemas ? 'full' : 'brief';
        described[form] ??= describeAll(choice.outputSchemas);
        const fitting = described[form].filter(
          ({ operation }) =>
            isWithin(operation, scopes) && isOpenTo(operation, offices) && isChosen(operation, choice),
        );
        list = `[${fitting.map(({ json }) => json).join(',')}]`;
        if (lists.size >= mostLists) lists.clear();
        lists.set(key, list);
      }
      return list;
    },
  };
}
