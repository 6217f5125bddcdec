import type { Cases } from './case.ts';

export const messagesCases: Cases = {};
