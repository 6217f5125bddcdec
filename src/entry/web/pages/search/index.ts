import { searchPage } from './search.tsx';

export const searchPages = [searchPage] as const;
