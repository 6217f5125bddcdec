/** Rendered by the server and by the island: must import neither server nor browser code. */
export type PhotoUpload = {
  /** Media id once uploaded; before that a random id. */
  readonly id: string;
  /** Null when there is no preview, as for HEIC in most browsers. */
  readonly src: string | null;
  readonly alt: string;
  readonly state: 'done' | 'sending' | 'waiting' | 'failed';
  /** Upload progress in per cent. */
  readonly sent?: number | undefined;
  readonly fault?: string | undefined;
  /** A retry cannot help. */
  readonly isFinal?: boolean | undefined;
};

export type TileTexts = Readonly<
  Record<'done' | 'sending' | 'waiting' | 'failed' | 'again' | 'remove' | 'add', string>
>;

type TilesProps = {
  readonly shots: readonly PhotoUpload[];
  readonly words: TileTexts;
  /** URL of the icon sprite. */
  readonly sprite: string;
  readonly field: string;
  /** Name of the hidden fields with the ids. */
  readonly idField: string;
  readonly isFull?: boolean | undefined;
  readonly onPick?: (input: HTMLInputElement) => void;
  readonly onRemove?: (id: string) => void;
  readonly onAgain?: (id: string) => void;
};

const stateIcons = { done: 'check', sending: 'retry', waiting: 'offline', failed: 'alert' } as const;

/** Photographs of a form, each with its upload state; the last tile adds more. */
export function PhotoTiles(props: TilesProps) {
  const { shots, words, field, idField, onPick, onRemove, onAgain } = props;
  const icon = (name: string, size = '') => (
    <svg class={`icon${size}`} aria-hidden="true">
      <use href={`${props.sprite}#${name}`} />
    </svg>
  );
  const kind = onRemove ? 'button' : 'submit';
  return (
    <ul class="photo-strip">
      {shots.map((shot) => (
        <li key={shot.id} class={`shot ${shot.state}`}>
          <div class="pic">
            {shot.src ? (
              <img src={shot.src} alt={shot.alt} width="160" height="120" />
            ) : (
              <span class="unseen">{shot.alt}</span>
            )}
            <button
              class="icon-button"
              type={kind}
              name="remove_photo"
              value={shot.id}
              onClick={onRemove && (() => onRemove(shot.id))}
            >
              {icon('close')}
              <span class="unseen">{`${words.remove}: ${shot.alt}`}</span>
            </button>
            {shot.state === 'sending' && (
              <progress max="100" value={shot.sent} aria-label={`${words.sending}: ${shot.alt}`} />
            )}
          </div>
          <div class="how">
            {icon(stateIcons[shot.state], ' s')}
            <span>
              {shot.fault ?? words[shot.state]}
              {shot.state === 'sending' && shot.sent !== undefined && ` ${shot.sent}\u00a0%`}
            </span>
          </div>
          {shot.state === 'failed' && !shot.isFinal && (
            <button
              class="button quiet danger compact"
              type={kind}
              name="again"
              value={shot.id}
              onClick={onAgain && (() => onAgain(shot.id))}
            >
              {icon('retry', ' s')}
              {words.again}
              <span class="unseen"> {shot.alt}</span>
            </button>
          )}
          {shot.state === 'done' && <input type="hidden" name={idField} value={shot.id} />}
        </li>
      ))}
      {!props.isFull && (
        <li class="shot">
          <label class="add-shot">
            {icon('camera')}
            {words.add}
            <input
              type="file"
              name={field}
              accept="image/*"
              multiple
              onChange={onPick && ((event) => onPick(event.currentTarget))}
            />
          </label>
        </li>
      )}
    </ul>
  );
}
