import type { Cases } from './case.ts';

export const journalCases: Cases = {};
