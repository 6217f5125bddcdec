import type { Text } from '../../../base/i18n/text.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import type { Visit } from '../page/page.ts';
import type { KeptPhotographs } from '../page/photographs.ts';
import { photoIds, texts } from '../ui/photo-field.tsx';

export const nothingTaken: Text = { en: 'Nothing was sent yet.', ru: 'Пока ничего не отправлено.' };

/** Photographs that are kept stay with the form, also when it comes back. */
export function addKept(form: URLSearchParams, { kept }: KeptPhotographs): void {
  const known = form.getAll(photoIds);
  for (const id of kept) if (!known.includes(id)) form.append(photoIds, id);
}

/** Without script a photograph is taken out of the form by a button of its own; false when that was not pressed. */
export function takeOut(form: URLSearchParams): boolean {
  const removed = form.get('remove_photo');
  if (removed === null) return false;
  const left = form.getAll(photoIds).filter((id) => id !== removed);
  form.delete(photoIds);
  for (const id of left) form.append(photoIds, id);
  return true;
}

/** For the strip of a form that came back. What belongs to nothing yet has no address to be looked at. */
export function keptPhotos({ form, view }: Pick<Visit, 'form' | 'view'>) {
  return [...new Set(form?.getAll(photoIds) ?? [])]
    .filter((id) => /^\d{1,19}$/.test(id))
    .map((id, index) => ({ id, src: null, alt: `${texts.photo[view.language]} ${index + 1}` }));
}

/** Where nothing may go without its pictures: what could not be taken is said at the field, and all the rest stays. */
export function refuseFaults(photos: KeptPhotographs): void {
  if (photos.faults.length > 0) refuse.invalid('photos', photos.tell(nothingTaken));
}

interface Picture {
  readonly id: string;
  readonly path: string | null;
  readonly preview: string | null;
  readonly caption: string;
  readonly renditions: Readonly<Record<string, { readonly path: string }>>;
}

/** What is no picture, to be opened. */
export function listDocuments(media: readonly Picture[]) {
  return media.flatMap(({ id, path, preview, caption }) =>
    path !== null && preview === null ? [{ id, href: path, caption }] : [],
  );
}

/** To look at: those whose sizes are still being made by their small picture, which came with them. */
export function listPictures(media: readonly Picture[], name: string) {
  return media.flatMap(({ path, preview, caption, renditions }, index) => {
    const src = renditions.thumb?.path ?? preview;
    const alt = caption || (media.length > 1 ? `${name} ${index + 1}` : name);
    return src ? [{ href: path, src, alt }] : [];
  });
}
