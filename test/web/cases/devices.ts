import type { Cases } from './case.ts';

export const devicesCases: Cases = {};
