import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { remove_media } from '../../../../features/operations/media/remove_media.ts';
import { type Media, type Plot, type PlotObject, thumbnailUrl } from '../../loaders/plot.ts';
import { form } from '../../page/form.tsx';
import { baseValuesField } from '../../server/base-values.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Form } from '../../ui/form.tsx';
import { BoardHidingForm, HiddenNotice } from '../../ui/hidden-by-board.tsx';
import { say } from '../../ui/language-context.ts';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';

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
    en: 'The people its owner chose will see it again.',
    ru: 'Её снова увидят те, кого выбрал владелец.',
  },
  remove: labels.remove,
  removeNote: {
    en: 'It disappears for everybody at once, also from diary entries. For 30 days you can bring it back.',
    ru: 'Сразу пропадёт для всех, и из записей дневника тоже. 30 дней вы сможете её вернуть.',
  },
  isRemoved: {
    en: 'Removed. You can restore it below for 30 days.',
    ru: 'Удалили. 30 дней можно вернуть внизу.',
  },
} as const satisfies Record<string, Text>;

export const remove = form(remove_media, {
  path: paths.removePlotPhoto,
  isButton: true,
  given: ({ photo }) => ({ media: photo }),
  done: (_, { plot }) => ({ to: fillPath(paths.plotPhotos, { plot }), notice: texts.isRemoved }),
});

type PhotoEditorProps = {
  readonly plot: Plot;
  readonly photo: Media;
  readonly objects: readonly PlotObject[];
  /** The viewer. */
  readonly me: string;
};

/** One photograph with the forms to edit and remove it. */
export function PhotoEditor({ plot, photo, objects, me }: PhotoEditorProps) {
  const names = { plot: plot.id, photo: photo.id };
  const { subject, renditions } = photo;
  const place = subject.type === 'parcel' ? 'plot' : subject.type === 'object' ? subject.id : '';
  const title = photo.caption || say(texts.photo);
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
            <p>{photo.hidden ? texts.showNote : texts.hideNote}</p>
            <BoardHidingForm
              action={fillPath(paths.hidePlotPhoto, names)}
              isHidden={photo.hidden !== undefined}
            />
          </>
        ) : (
          <OwnPhotoForms photo={photo} place={place} objects={objects} names={names} />
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
}: Pick<PhotoEditorProps, 'photo' | 'objects'> & {
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
            [texts.caption, photo.caption],
            [texts.sees, texts[photo.visibility]],
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
        <remove.Button at={names} kind="quiet-danger" icon="remove">
          {texts.remove}
        </remove.Button>
      </Fold>
    </>
  );
}

const serializeBaseValues = ({ caption, visibility }: Pick<Media, 'caption' | 'visibility'>) =>
  JSON.stringify({ caption, visibility });
