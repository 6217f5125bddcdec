import type { Attack } from '../attack.ts';
import { accountAndStreamAttacks } from './accounts-and-streams.ts';
import { bodyAttacks } from './bodies.ts';
import { formAttacks } from './forms.ts';
import { geometryAttacks } from './geometry.ts';
import { printingAttacks } from './printing.ts';
import { textAttacks } from './texts.ts';
import { uploadAttacks } from './uploads.ts';
import { writeAttacks } from './writes.ts';

export const attacks: readonly Attack[] = [
  ...bodyAttacks,
  ...formAttacks,
  ...textAttacks,
  ...uploadAttacks,
  ...geometryAttacks,
  ...printingAttacks,
  ...writeAttacks,
  ...accountAndStreamAttacks,
];
