import type { Cases } from './case.ts';

export const directoryCases: Cases = {};
