import type { Cases } from './case.ts';

export const mapCases: Cases = {};
