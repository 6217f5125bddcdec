import type { ComponentChildren } from 'preact';
import type { Language, Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { maxPictureBytes } from '../../../engines/media/picture.ts';
import type { PhotosProps } from '../islands/photos/island.tsx';
import type { PhotoSubject } from '../page/photographs.ts';
import * as labels from '../words/labels.ts';
import { findAssetByName } from './assets.ts';
import { FieldError } from './field.tsx';
import { useField } from './form.tsx';
import { maxFormFiles } from './form-field-names.ts';
import { useLanguage, type Words } from './language-context.ts';
import { PhotoTiles, type PhotoUpload } from './photo-tiles.tsx';

export const texts = {
  label: labels.photographs,
  apart: { en: 'sent one by one', ru: 'отправляются по одной' },
  photo: labels.photograph,
  done: { en: 'Sent', ru: 'Отправлено' },
  sending: { en: 'Sending…', ru: 'Отправляем…' },
  waiting: { en: 'waiting for a connection', ru: 'ждёт связи' },
  failed: { en: 'not sent', ru: 'не отправлено' },
  again: labels.tryAgain,
  remove: labels.removeIt,
  add: labels.add,
  notPicture: { en: 'this is not a picture', ru: 'это не фотография' },
  broken: { en: 'the file is damaged', ru: 'файл повреждён' },
  tooLarge: {
    en: 'a file of {size} MB; up to {most} MB',
    ru: 'файл {size}\u00a0МБ, можно до {most}\u00a0МБ',
  },
  tooMany: { en: 'at most {most} at a time', ru: 'за раз не больше {most}' },
  going: { en: 'goes with the form', ru: 'уйдёт вместе с формой' },
} as const satisfies Record<string, Text>;

/** Name of the hidden fields with the ids of uploaded photographs. */
export const photoIdField = 'photo';

type PhotoFieldProps = {
  /** Name of the file field, passed to `savePhotographs`. */
  readonly name?: string | undefined;
  readonly label?: Words | undefined;
  readonly hint?: ComponentChildren | undefined;
  /** What they are attached to; without it (not created yet) the files are sent with the form. */
  readonly subject?: PhotoSubject | undefined;
  /** Maximum number. */
  readonly most?: number | undefined;
  /** Already uploaded ones. */
  readonly photos?: readonly { readonly id: string; readonly src: string | null; readonly alt: string }[];
};

/**
 * Photographs of a form (`<Form multipart>`, an action with `photographs: true`, `photos.js` among the scripts).
 * Without script the files are sent with the form. With it each is scaled and uploaded by itself, and the form
 * carries ids; what was not uploaded by then is sent with the form.
 */
export function PhotoField({
  name = 'photos',
  label,
  hint,
  subject,
  most = maxFormFiles,
  photos = [],
}: PhotoFieldProps) {
  const language = useLanguage();
  const field = useField(name, hint);
  const shots: PhotoUpload[] = photos.map((photo) => ({ ...photo, state: 'done' }));
  const words = photoTexts(language);
  const common = { field: name, idField: photoIdField, words, sprite: findAssetByName('icons.svg').path };
  const props: PhotosProps = {
    ...common,
    shots,
    ...(subject && { subject }),
    sendTo: paths.photos,
    removeAt: fillPath(paths.removePhoto, { photo: 'ID' }),
    most,
    maxBytes: maxPictureBytes,
  };
  return (
    <fieldset class="field" id={field.id} aria-describedby={field.aria['aria-describedby']}>
      <legend class="label">
        {label ?? texts.label[language]}
        {subject && <span class="optional"> {texts.apart}</span>}
      </legend>
      {hint && (
        <span class="hint" id={`${field.id}-hint`}>
          {hint}
        </span>
      )}
      <div data-island="photos" data-props={JSON.stringify(props)}>
        <div>
          <PhotoTiles {...common} shots={shots} />
        </div>
      </div>
      <FieldError id={field.id} messages={field.messages} />
    </fieldset>
  );
}

export function photoTexts(language: Language): PhotosProps['words'] {
  const { label: _, apart: __, ...words } = texts;
  return Object.fromEntries(
    Object.entries(words).map(([key, text]) => [key, text[language]]),
  ) as PhotosProps['words'];
}
