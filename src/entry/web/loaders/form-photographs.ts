import type { Text } from '../../../base/i18n/text.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import type { PageRequest } from '../page/page.ts';
import type { PhotoSubject, SavedPhotographs } from '../page/photographs.ts';
import { photoIdField, texts } from '../ui/photo-field.tsx';

export const nothingSentText: Text = { en: 'Nothing was sent yet.', ru: 'Пока ничего не отправлено.' };

/** Until what they come with is sent, photographs belong to the sender's account. */
export const unsentPhotoSubject = (accountId: string): PhotoSubject => ({ type: 'message', id: accountId });

/** Keeps uploaded photographs attached to the form when it is rendered again. */
export function addUploadedPhotos(form: URLSearchParams, { savedIds }: SavedPhotographs): void {
  const known = form.getAll(photoIdField);
  for (const id of savedIds) if (!known.includes(id)) form.append(photoIdField, id);
}

/** Removes a photograph by its own submit button, for browsers without JavaScript; false if it was not pressed. */
export function removePhotoFromForm(form: URLSearchParams): boolean {
  const removed = form.get('remove_photo');
  if (removed === null) return false;
  const left = form.getAll(photoIdField).filter((id) => id !== removed);
  form.delete(photoIdField);
  for (const id of left) form.append(photoIdField, id);
  return true;
}

/** Photographs of a form that is rendered again; without a subject they have no URL yet. */
export function listFormPhotos({ form, view }: Pick<PageRequest, 'form' | 'view'>) {
  return [...new Set(form?.getAll(photoIdField) ?? [])]
    .filter((id) => /^\d{1,19}$/.test(id))
    .map((id, index) => ({ id, src: null, alt: `${texts.photo[view.language]} ${index + 1}` }));
}

/** Refuses the form if any photograph was rejected; the reasons are shown at the field. */
export function refuseRejectedPhotos(photos: SavedPhotographs): void {
  if (photos.rejected.length > 0) refuse.invalid('photos', photos.appendRejected(nothingSentText));
}

interface MediaItem {
  readonly id: string;
  readonly path: string | null;
  readonly preview: string | null;
  readonly caption: string;
  readonly renditions: Readonly<Record<string, { readonly path: string }>>;
}

/** Media without a preview, as download links. */
export function listDocuments(media: readonly MediaItem[]) {
  return media.flatMap(({ id, path, preview, caption }) =>
    path !== null && preview === null ? [{ id, href: path, caption }] : [],
  );
}

/** Falls back to the inline preview while renditions are still being made. */
export function listPictures(media: readonly MediaItem[], name: string) {
  return media.flatMap(({ path, preview, caption, renditions }, index) => {
    const src = renditions.thumb?.path ?? preview;
    const alt = caption || (media.length > 1 ? `${name} ${index + 1}` : name);
    return src ? [{ href: path, src, alt }] : [];
  });
}
