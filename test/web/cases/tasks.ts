import type { Cases } from './case.ts';

export const tasksCases: Cases = {};
