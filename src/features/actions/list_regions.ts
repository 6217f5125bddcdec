import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { listRegionNames } from '../../store/land/places.ts';

export const list_regions = defineOperation({
  name: 'list_regions',
  summary: 'Names of the regions that settlements are in. For everybody who is signed in.',
  scope: 'session',
  input: z.object({}),
  show: (_, { db }) => listRegionNames(db),
});
