import { todayPage } from './today.tsx';

export const todayPages = [todayPage] as const;
