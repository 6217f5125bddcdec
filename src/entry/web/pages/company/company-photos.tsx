import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { remove_media } from '../../../../features/operations/media/remove_media.ts';
import { listPictures, nothingSentText, refuseRejectedPhotos } from '../../loaders/form-photographs.ts';
import { form } from '../../page/form.tsx';
import type { FormRequest } from '../../page/page.ts';
import { refusalAsFieldError } from '../../server/refusal-as-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { say } from '../../ui/language-context.ts';
import { PhotoField } from '../../ui/photo-field.tsx';
import * as labels from '../../words/labels.ts';
import { loadOwnCompany, type OwnCompany } from './own-company.ts';

export const texts = {
  title: labels.photographs,
  hint: { en: 'Your work, as residents will see it.', ru: 'Ваша работа: её увидят жители.' },
  add: labels.addPhotographs,
  added: { en: 'The photographs are added.', ru: 'Фотографии добавлены.' },
  remove: labels.remove,
  removed: { en: 'The photograph is removed.', ru: 'Фотография удалена.' },
} as const satisfies Record<string, Text>;

export const addPhotos = {
  path: paths.companyPhotos,
  photographs: true,
  async perform({ company }: { company: string }, pageRequest: FormRequest<'signed-in'>) {
    const card = await loadOwnCompany(company, pageRequest);
    const photos = await refusalAsFieldError(
      pageRequest.savePhotographs('photos', { type: 'company', id: card.id }),
      'photos',
    );
    if (photos.savedIds.length === 0) refuseRejectedPhotos(photos);
    const isAdded = photos.savedIds.length > 0;
    return {
      to: fillPath(paths.companyCard, { company }),
      notice: photos.appendRejected(isAdded ? texts.added : nothingSentText),
    };
  },
} as const;

export const removePhoto = form(remove_media, {
  path: paths.removeCompanyPhoto,
  isButton: true,
  hidden: ['media'],
  done: (_, { company }) => ({ to: fillPath(paths.companyCard, { company }), notice: texts.removed }),
});

export function CompanyPhotos({ card }: { card: OwnCompany }) {
  const at = { company: card.slug };
  const pictures = card.photos.flatMap((photo) => {
    const [picture] = listPictures([photo], say(texts.title));
    return picture ? [{ id: photo.id, ...picture }] : [];
  });
  return (
    <Card heading={{ id: 'photos', title: texts.title }}>
      <ul class="photos gap-below">
        {pictures.map(({ id, src, alt }) => (
          <li key={id} class="photo">
            <img src={src} alt={alt} width="160" height="160" loading="lazy" />
            <removePhoto.Button at={at} hidden={{ media: id }} kind="quiet-danger" compact about={alt}>
              {texts.remove}
            </removePhoto.Button>
          </li>
        ))}
      </ul>
      <Form id="addPhotos" action={fillPath(paths.companyPhotos, at)} multipart>
        <PhotoField hint={say(texts.hint)} subject={{ type: 'company', id: card.id }} />
        <Button kind="quiet">{texts.add}</Button>
      </Form>
    </Card>
  );
}
