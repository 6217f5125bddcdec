import type { PageCases } from './case.ts';

export const directoryCases: PageCases = {};
