import type { Cases } from './case.ts';

export const shellCases: Cases = {};
