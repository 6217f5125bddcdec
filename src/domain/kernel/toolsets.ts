import type { AnyOperation, Audience, Tag } from './operation.ts';
import { type Toolset, toolsetTexts } from './toolset-names.ts';

const toolsetByTag: Record<Tag, Toolset> = {
  Common: 'settlements',
  Company: 'directory',
  Device: 'devices',
  Journal: 'diary',
  Knowledge: 'knowledge',
  Media: 'photographs',
  Messenger: 'messages',
  Notification: 'notifications',
  Parcel: 'plots',
  Proposal: 'directory',
  Review: 'directory',
  Settlement: 'settlements',
  Task: 'tasks',
  User: 'account',
};

/** Whether the operation belongs to a chosen toolset; one marked `every` belongs to all. */
export function isInToolsets(operation: AnyOperation, chosen: ReadonlySet<string>): boolean {
  const { toolsets = [toolsetByTag[operation.tag]] } = operation;
  return toolsets === 'every' || toolsets.some((each) => chosen.has(each));
}

const names = Object.keys(toolsetTexts) as Toolset[];

/** Toolsets with at least one operation for this audience. */
export function listToolsets(operations: readonly AnyOperation[], audience: Audience): Toolset[] {
  const offered = operations.filter(
    (operation) => operation.audiences.includes(audience) && operation.toolsets !== 'every',
  );
  return names.filter((name) => offered.some((operation) => isInToolsets(operation, new Set([name]))));
}
