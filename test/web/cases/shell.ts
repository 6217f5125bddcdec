import type { PageCases } from './case.ts';

export const shellCases: PageCases = {};
