import type { PageCases } from './page-case.ts';

export const shellCases: PageCases = {};
