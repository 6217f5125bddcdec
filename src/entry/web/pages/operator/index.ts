import { operatorPage } from './operator.tsx';

export const operatorPages = [operatorPage] as const;
