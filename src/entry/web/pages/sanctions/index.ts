import { newSanctionPage } from './new-sanction.tsx';
import { sanctionPage } from './sanction.tsx';
import { boardSanctionsPage, ownSanctionsPage, platformSanctionsPage } from './sanction-lists.tsx';

export const sanctionPages = [
  newSanctionPage,
  sanctionPage,
  ownSanctionsPage,
  boardSanctionsPage,
  platformSanctionsPage,
] as const;
