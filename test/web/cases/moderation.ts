import type { Cases } from './case.ts';

export const moderationCases: Cases = {};
