import type { Cases } from './case.ts';

export const plotCases: Cases = {};
