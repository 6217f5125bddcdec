import { morePage } from './more.tsx';

export const morePages = [morePage] as const;
