import { commonOperations } from './common/index.ts';
import { companyOperations } from './company/index.ts';
import { deviceOperations } from './device/index.ts';
import { journalOperations } from './journal/index.ts';
import { knowledgeOperations } from './knowledge/index.ts';
import { mediaOperations } from './media/index.ts';
import { messengerOperations } from './messenger/index.ts';
import { notificationOperations } from './notification/index.ts';
import { parcelOperations } from './parcel/index.ts';
import { proposalOperations } from './proposal/index.ts';
import { reviewOperations } from './review/index.ts';
import { settlementOperations } from './settlement/index.ts';
import { taskOperations } from './task/index.ts';
import { userOperations } from './user/index.ts';

/** The list: what is not here does not exist. Kept by tag and name, which is the order everybody sees. */
export const operations = [
  ...commonOperations,
  ...companyOperations,
  ...deviceOperations,
  ...journalOperations,
  ...knowledgeOperations,
  ...mediaOperations,
  ...messengerOperations,
  ...notificationOperations,
  ...parcelOperations,
  ...proposalOperations,
  ...reviewOperations,
  ...settlementOperations,
  ...taskOperations,
  ...userOperations,
] as const;
