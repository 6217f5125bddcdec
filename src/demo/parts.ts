import { devices } from './devices.ts';
import { directory } from './directory.ts';
import { journal } from './journal.ts';
import { knowledgeBase } from './knowledge-base.ts';
import { landDetails } from './land-details.ts';
import { messages } from './messages.ts';
import { photographs } from './photographs.ts';
import { tasks } from './tasks.ts';
import type { World } from './world.ts';

/** One part of the demonstration per feature, loaded in this order. */
export interface DemoPart {
  name: string;
  load(world: World): Promise<void>;
}

export const demoParts: readonly DemoPart[] = [
  landDetails,
  directory,
  knowledgeBase,
  journal,
  photographs,
  tasks,
  messages,
  devices,
];
