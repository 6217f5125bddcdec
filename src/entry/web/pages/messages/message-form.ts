import type { Text } from '../../../../base/i18n/text.ts';
import { Refusal, refuse } from '../../../../domain/kernel/refusal.ts';
import { maxMessageMedia } from '../../../../domain/rules/media-access.ts';
import {
  addUploadedPhotos,
  refuseRejectedPhotos,
  unsentPhotoSubject,
} from '../../loaders/form-photographs.ts';
import type { FormRequest } from '../../page/page.ts';
import { photoIdField } from '../../ui/photo-field.tsx';
import * as labels from '../../words/labels.ts';

export const texts = {
  photograph: labels.photograph,
  tooMany: {
    en: `At most ${maxMessageMedia} photographs in a message.`,
    ru: `В одном сообщении\u00a0— не больше ${maxMessageMedia} фотографий.`,
  },
  gone: {
    en: 'A photograph waited too long or has already been sent. Remove it and choose it again.',
    ru: 'Снимок ждал слишком долго или уже отправлен. Уберите его и выберите заново.',
  },
} as const satisfies Record<string, Text>;

/** Refuses the whole message when one photograph fails: without it the text may mean something else. */
export async function readMessageForm(
  pageRequest: FormRequest<'signed-in'>,
): Promise<{ body: string; media?: string[] }> {
  const { form, text, view, session } = pageRequest;
  const photos = await pageRequest.savePhotographs('photos', unsentPhotoSubject(session.accountId));
  addUploadedPhotos(form, photos);
  refuseRejectedPhotos(photos);
  const media = [...new Set(form.getAll(photoIdField))];
  if (media.length > maxMessageMedia) refuse.invalid('photos', texts.tooMany);
  if (media.length === 0) return { body: text('body') };
  // `body` is required by the operation: a message of photographs alone gets a default text.
  const alone = media.length === 1 ? texts.photograph : labels.photographs;
  return { body: text('body').trim() === '' ? alone[view.language] : text('body'), media };
}

/** Moves a refusal about the operation's `media` to the form's field `photos`. */
export async function moveRefusalToPhotos<Reply>(work: Promise<Reply>): Promise<Reply> {
  return work.catch((error: unknown) => {
    const isAboutThem =
      error instanceof Refusal && error.kind === 'invalid' && error.fields?.media !== undefined;
    throw isAboutThem
      ? new Refusal({ kind: 'invalid', text: texts.gone, fields: { photos: [texts.gone] } })
      : error;
  });
}
