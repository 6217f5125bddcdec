import type { Language, Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { baseValuesField } from '../../server/base-values.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Card } from '../../ui/card.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Form } from '../../ui/form.tsx';
import { BoardHidingForm, HiddenNotice } from '../../ui/hidden-by-board.tsx';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { type Media, type Plot, type PlotObject, thumbnailUrl } from './plot-data.ts';

export const texts = {
  photo: labels.photograph,
  caption: { en: 'What it shows', ru: 'Что на снимке' },
  place: { en: 'Where it belongs', ru: 'К чему относится' },
  whole: { en: 'The plot as a whole', ru: 'Участок целиком' },
  asNow: { en: 'Where it is now', ru: 'Как сейчас' },
  sees: { en: 'Who will see it', ru: 'Кто увидит' },
  private: { en: 'only I and the board', ru: 'только я и правление' },
  residents: { en: 'residents of the village', ru: 'жители посёлка' },
  settlement: { en: 'the village and those who serve it', ru: 'посёлок и те, кто его обслуживает' },
  public: { en: 'everybody', ru: 'все' },
  whole_picture: { en: 'Open large', ru: 'Открыть крупно' },
  save: labels.save,
  hideNote: {
    en: 'This is somebody else’s photograph. The board may hide it: the owner is told why.',
    ru: 'Это чужая фотография. Правление может её скрыть: владелец узнает почему.',
  },
  showNote: {
    en: 'Those will see it again whom its owner has chosen.',
    ru: 'Её снова увидят те, кого выбрал владелец.',
  },
  remove: { en: 'Remove', ru: 'Удалить' },
  removeNote: {
    en: 'It disappears for everybody at once, also from diary entries. For 30 days you can bring it back.',
    ru: 'Сразу пропадёт для всех, и из записей дневника тоже. 30 дней вы сможете её вернуть.',
  },
} as const satisfies Record<string, Text>;

type PhotoEditorProps = {
  readonly plot: Plot;
  readonly photo: Media;
  readonly objects: readonly PlotObject[];
  readonly language: Language;
  /** The viewer. */
  readonly me: string;
};

/** One photograph with the forms to edit and remove it. */
export function PhotoEditor({ plot, photo, objects, language, me }: PhotoEditorProps) {
  const names = { plot: plot.id, photo: photo.id };
  const { subject, renditions } = photo;
  const place = subject.type === 'parcel' ? 'plot' : subject.type === 'object' ? subject.id : '';
  const title = photo.caption || texts.photo[language];
  return (
    <Card heading={{ id: 'one', title }}>
      <div class="stack">
        <figure class="one-photo">
          <img
            src={photo.path ?? thumbnailUrl(photo)}
            alt={title}
            width={photo.width ?? 960}
            height={photo.height ?? 720}
          />
          <figcaption class="small soft">
            {formatRelativeTime(photo.taken_at ?? photo.created_at, plot.clock)}
            {renditions.large && (
              <>
                {' · '}
                <a href={renditions.large.path}>{texts.whole_picture}</a>
              </>
            )}
          </figcaption>
        </figure>
        {photo.hidden && (
          <HiddenNotice
            reason={photo.hidden.reason}
            settlement={plot.settlement}
            isAuthor={photo.owner_user_id === me}
          />
        )}
        {plot.isEditor && photo.owner_user_id !== me ? (
          <>
            <p>{texts[photo.hidden ? 'showNote' : 'hideNote'][language]}</p>
            <BoardHidingForm
              action={fillPath(paths.hidePlotPhoto, names)}
              isHidden={photo.hidden !== undefined}
            />
          </>
        ) : (
          <OwnPhotoForms photo={photo} place={place} objects={objects} names={names} language={language} />
        )}
      </div>
    </Card>
  );
}

function OwnPhotoForms({
  photo,
  place,
  objects,
  names,
  language,
}: Pick<PhotoEditorProps, 'photo' | 'objects' | 'language'> & {
  readonly place: string;
  readonly names: { plot: string; photo: string };
}) {
  return (
    <>
      <Form
        id="photo"
        action={fillPath(paths.editPlotPhoto, names)}
        hidden={{ place_now: place, [baseValuesField]: serializeBaseValues(photo) }}
      >
        <EditConflict
          form="photo"
          field={baseValuesField}
          currentValue={serializeBaseValues(photo)}
          facts={[
            [texts.caption[language], photo.caption],
            [texts.sees[language], texts[photo.visibility][language]],
          ]}
        />
        <TextField name="caption" label={texts.caption} value={photo.caption} maxLength={500} optional />
        <SelectField
          name="place"
          label={texts.place}
          value={place}
          choices={[
            ...(place === '' ? [{ value: '', label: texts.asNow }] : []),
            { value: 'plot', label: texts.whole },
            ...objects.map(({ id, title: label }) => ({ value: id, label })),
          ]}
        />
        <SelectField
          name="visibility"
          label={texts.sees}
          value={photo.visibility}
          choices={(['private', 'residents', 'settlement', 'public'] as const).map((value) => ({
            value,
            label: texts[value],
          }))}
        />
        <Button>{texts.save}</Button>
      </Form>
      <Fold title={texts.remove}>
        <p>{texts.removeNote}</p>
        <ButtonForm action={fillPath(paths.removePlotPhoto, names)} kind="quiet-danger" icon="remove">
          {texts.remove}
        </ButtonForm>
      </Fold>
    </>
  );
}

const serializeBaseValues = ({ caption, visibility }: Pick<Media, 'caption' | 'visibility'>) =>
  JSON.stringify({ caption, visibility });
