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

/** Whether a token with these scopes may use the tool; otherwise it would only be refused. */
export function isWithin(operation: AnyOperation, scopes: ReadonlySet<Scope>): boolean {
  if (operation.scope === 'public') return true;
  if (operation.scope === 'mcp:private') return scopes.has('mcp:private') && scopes.has('mcp:read');
  return scopes.has(operation.scope);
}

/** The filter of the URL: read only, some toolsets only. */
export function isChosen(operation: AnyOperation, { readOnly, toolsets }: Choice): boolean {
  if (readOnly && !isReading(operation)) return false;
  return toolsets === null || isInToolsets(operation, toolsets);
}

/** Whether the account's roles permit it at all. */
function isOpenTo(operation: AnyOperation, offices: ReadonlySet<Office>): boolean {
  return operation.onlyFor === undefined || operation.onlyFor.some((office) => offices.has(office));
}

/** Bounded, because the toolset names in a URL are chosen by clients. */
const mostLists = 500;

/** Lists cached per combination of scopes, roles and filter, in the order of the operations. */
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
    /** Whether any tool here is restricted to some roles, which then have to be loaded before the list. */
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
