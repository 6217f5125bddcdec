import type { Cases } from './case.ts';

export const companyCases: Cases = {};
