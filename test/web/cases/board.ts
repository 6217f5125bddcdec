import type { Cases } from './case.ts';

export const boardCases: Cases = {};
