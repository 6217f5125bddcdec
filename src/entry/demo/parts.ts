import { claims } from './claims.ts';
import { commonDevices } from './common-devices.ts';
import { days } from './days.ts';
import { devices } from './devices.ts';
import { directory } from './directory.ts';
import { documents } from './documents.ts';
import { fees } from './fees.ts';
import { harm } from './harm.ts';
import { journal } from './journal.ts';
import { knowledgeBase } from './knowledge-base.ts';
import { landDetails } from './land-details.ts';
import { messages } from './messages.ts';
import { meters } from './meters.ts';
import { photographs } from './photographs.ts';
import { secondMember } from './second-member.ts';
import { tasks } from './tasks.ts';
import type { DemoPart } from './world.ts';

/** In loading order. */
export const demoParts: readonly DemoPart[] = [
  landDetails,
  claims,
  directory,
  knowledgeBase,
  journal,
  days,
  photographs,
  tasks,
  messages,
  harm,
  devices,
  meters,
  commonDevices,
  fees,
  secondMember,
  documents,
];
