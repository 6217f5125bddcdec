import { connectPage } from './connect.tsx';
import { docsPage } from './docs.tsx';

export const developersPages = [docsPage, connectPage] as const;
