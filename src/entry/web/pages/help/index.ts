import { guidePage } from './guide.tsx';
import { helpPage } from './help.tsx';

export const helpPages = [helpPage, guidePage] as const;
