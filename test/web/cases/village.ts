import type { Cases } from './case.ts';

export const villageCases: Cases = {};
