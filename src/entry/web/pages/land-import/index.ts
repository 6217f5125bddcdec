import { landImportPage } from './land-import.tsx';
import { landImportsPage } from './land-imports.tsx';

export const landImportPages = [landImportsPage, landImportPage] as const;
