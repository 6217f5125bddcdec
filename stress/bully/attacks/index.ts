import type { Attack } from '../attack.ts';
import { doorAttacks } from './doors.ts';
import { fileAttacks } from './files.ts';
import { formAttacks } from './forms.ts';
import { landAttacks } from './land.ts';
import { textAttacks } from './texts.ts';
import { writeAttacks } from './writes.ts';

export const attacks: readonly Attack[] = [
  ...formAttacks,
  ...textAttacks,
  ...fileAttacks,
  ...landAttacks,
  ...writeAttacks,
  ...doorAttacks,
];
