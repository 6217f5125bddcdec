import { setupAddressPage } from './address.tsx';
import { setupBackupsPage } from './backups.tsx';
import { setupMailPage } from './mail.tsx';
import { setupPoliciesPage } from './policies.tsx';
import { setupSettlementPage } from './settlement.tsx';
import { setupPage } from './setup.tsx';

export const setupPages = [
  setupPage,
  setupMailPage,
  setupAddressPage,
  setupBackupsPage,
  setupSettlementPage,
  setupPoliciesPage,
] as const;
