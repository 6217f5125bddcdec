import { changelogPage } from './changelog.tsx';
import { connectPage } from './connect.tsx';
import { docsPage } from './docs.tsx';

export const developersPages = [docsPage, changelogPage, connectPage] as const;
