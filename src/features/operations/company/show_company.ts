import { z } from 'zod';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { reference } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { listMediaBySubject } from '../../../store/media/media.ts';
import { mediaShape, omitSizes, showMedia } from '../media/shapes.ts';
import { companyWithPeople, loadCompanyCard } from './shapes.ts';

const maxPhotos = 30;

export const show_company = defineOperation({
  name: 'show_company',
  tag: 'Company',
  route: 'GET /companies/{company}',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'settlement', 'company'],
  summary: 'One company: card, photographs, settlements served, medals and rating.',
  description: 'Its reviews: list_reviews.',
  input: z.object({ company: reference.describe('Slug or id.') }),
  output: z.object({
    data: companyWithPeople.extend({
      photos: z.array(mediaShape).describe('Of its work, as its representatives put them; at most 30.'),
    }),
  }),
  formatForTools: ({ data }) => ({ data: { ...data, photos: data.photos.map(omitSizes) } }),
  async show({ company }, { db, caller, services, now }) {
    const data = await loadCompanyCard(db, company, caller);
    const photos = data.state === 'closed' ? [] : await listMediaBySubject(db, 'company', data.id, maxPhotos);
    for (const path of [paths.company, paths.companyDashboard])
      services.notificationReads.record(caller.accountId, fillPath(path, { company: data.id }));
    return { data: { ...data, photos: photos.map((photo) => showMedia(services, photo, [], now())) } };
  },
});
