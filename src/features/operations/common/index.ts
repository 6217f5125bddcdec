import { list_places } from './list_places.ts';
import { list_tagged } from './list_tagged.ts';

export const commonOperations = [list_places, list_tagged] as const;
