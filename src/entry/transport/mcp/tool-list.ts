import type { Caller, Scope } from '../../../domain/kernel/caller.ts';
import {
  type AccountRole,
  type AnyOperation,
  type Audience,
  isReadOnly,
} from '../../../domain/kernel/operation.ts';
import { isInToolsets } from '../../../domain/kernel/toolsets.ts';
import { describeTool, findLongEnumerations } from './tool-schema.ts';
import type { ToolFilter } from './tool-server.ts';

/** Whether a token with these scopes may use the tool; otherwise it would only be refused. */
export function isAllowedByScopes(operation: AnyOperation, scopes: ReadonlySet<Scope>): boolean {
  if (operation.scope === 'public') return true;
  if (operation.scope === 'mcp:private') return scopes.has('mcp:private') && scopes.has('mcp:read');
  return scopes.has(operation.scope);
}

/** The filter of the URL: read only, some toolsets only. */
export function matchesToolFilter(operation: AnyOperation, { readOnly, toolsets }: ToolFilter): boolean {
  if (readOnly && !isReadOnly(operation)) return false;
  return toolsets === null || isInToolsets(operation, toolsets);
}

/** Whether the account's roles permit it at all. */
function isAllowedByRoles(operation: AnyOperation, roles: ReadonlySet<AccountRole>): boolean {
  return operation.offeredTo === undefined || operation.offeredTo.some((role) => roles.has(role));
}

/** Bounded, because the toolset names in a URL are chosen by clients. */
const maxCachedLists = 500;

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
      spelt: findLongEnumerations(offered),
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
    dependsOnRoles: offered.some(({ offeredTo }) => offeredTo !== undefined),
    json({ scopes }: Pick<Caller, 'scopes'>, roles: ReadonlySet<AccountRole>, choice: ToolFilter): string {
      const parts = [scopes, roles, choice.toolsets ?? ['*']].map((each) => [...each].sort().join(' '));
      const key = `${parts.join('|')}|${choice.readOnly}|${choice.outputSchemas}`;
      let list = lists.get(key);
      if (list === undefined) {
        const form = choice.outputSchemas ? 'full' : 'brief';
        described[form] ??= describeAll(choice.outputSchemas);
        const fitting = described[form].filter(
          ({ operation }) =>
            isAllowedByScopes(operation, scopes) &&
            isAllowedByRoles(operation, roles) &&
            matchesToolFilter(operation, choice),
        );
        list = `[${fitting.map(({ json }) => json).join(',')}]`;
        if (lists.size >= maxCachedLists) lists.clear();
        lists.set(key, list);
      }
      return list;
    },
  };
}
