import type { Attack } from '../attack.ts';
import { accountAndStreamAttacks } from './doors.ts';
import { uploadAttacks } from './files.ts';
import { formAttacks } from './forms.ts';
import { geometryAttacks } from './land.ts';
import { textAttacks } from './texts.ts';
import { writeAttacks } from './writes.ts';

export const attacks: readonly Attack[] = [
  ...formAttacks,
  ...textAttacks,
  ...uploadAttacks,
  ...geometryAttacks,
  ...writeAttacks,
  ...accountAndStreamAttacks,
];
