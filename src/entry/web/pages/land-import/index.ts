import { landColumnsPage } from './land-columns.tsx';
import { landImportPage } from './land-import.tsx';
import { landImportsPage } from './land-imports.tsx';

export const landImportPages = [landImportsPage, landColumnsPage, landImportPage] as const;
