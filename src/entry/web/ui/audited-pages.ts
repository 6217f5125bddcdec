import * as labels from '../words/labels.ts';

/** Pages of the board that its auditor reads, by their path within the settlement. */
export const auditedPages = [
  { href: '/board/people', text: labels.register, icon: 'list' },
  { href: '/board/land', text: labels.plotsFromFile, icon: 'plot' },
  { href: '/board/verdicts', text: labels.residentVerdicts, icon: 'medal' },
  { href: '/board/members', text: labels.boardMembers, icon: 'people' },
  { href: '/board/motions', text: labels.secondMember, icon: 'check' },
  { href: '/board/sanctions', text: labels.decisionsAboutPeople, icon: 'lock' },
  { href: '/board/meters', text: labels.meters, icon: 'power' },
  { href: '/board/fees', text: labels.fees, icon: 'list' },
  { href: '/board/audit', text: labels.whoDecidedWhat, icon: 'clock' },
] as const;
