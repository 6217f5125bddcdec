import type { PageCases } from './page-case.ts';

export const directoryCases: PageCases = {};
