import { useEffect, useRef, useState } from 'preact/hooks';
import { PhotoTiles, type PhotoUpload, type TileTexts } from '../../ui/photo-tiles.tsx';
import { showFormProgress } from '../form-progress.ts';
import { hydrateIslands } from '../hydrate.ts';
import { preparePhotograph } from './prepare-photograph.ts';
import { createPhotoKey, uploadPhotograph } from './upload.ts';

type PhotoTexts = TileTexts &
  Readonly<Record<'photo' | 'notPicture' | 'broken' | 'tooLarge' | 'tooMany' | 'going', string>>;

export interface PhotosProps {
  readonly shots: readonly PhotoUpload[];
  readonly words: PhotoTexts;
  readonly sprite: string;
  readonly field: string;
  readonly idField: string;
  readonly subject?: { readonly type: string; readonly id: string; readonly visibility?: string };
  readonly sendTo: string;
  /** URL with the placeholder `ID`. */
  readonly removeAt: string;
  readonly most: number;
  readonly maxBytes: number;
}

/** Longer side in pixels after scaling: the largest size that is ever shown. */
const maxSidePixels = 2560;
const retryDelaysMs = [4_000, 15_000, 60_000];

/** A photograph that is not uploaded yet. */
interface PendingPhoto {
  readonly blob: Blob;
  readonly name: string;
  tries: number;
  /** An upload was begun: some of the bytes may have arrived. */
  isBegun?: boolean;
  /** The server has refused it: it is not sent again with the form. */
  isRefused?: boolean;
  timer?: number;
  stop?: () => void;
}

/** Photographs of a form that was refused: they stay on the page, which the server renders without them. */
const leftBehind = new Map<string, { tiles: readonly PhotoUpload[]; own: Map<string, PendingPhoto> }>();

function Photos(props: PhotosProps) {
  const { words, subject, field } = props;
  const [shots, setShots] = useState<readonly PhotoUpload[]>(props.shots);
  const all = useRef(shots);
  const own = useRef(new Map<string, PendingPhoto>());
  /** The button of a form that is sent as soon as its photographs have arrived. */
  const held = useRef<{ submitter: HTMLElement | null; ids: ReadonlySet<string> } | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const form = () => root.current?.closest('form') as HTMLFormElement;

  const update = (next: readonly PhotoUpload[]) => {
    all.current = next;
    setShots(next);
    leftBehind.set(`${form().id} ${field}`, {
      tiles: next.filter(({ id }) => own.current.has(id)),
      own: own.current,
    });
    showHeld();
  };
  /** Shows how far the photographs are that a form waits for, and sends it after the last one. */
  const showHeld = () => {
    const waiting = held.current;
    if (!waiting) return;
    const going = all.current.filter(({ id, state }) => state === 'sending' && waiting.ids.has(id));
    if (going.length > 0) {
      const left = going.reduce((sum, { sent = 0 }) => sum + 100 - sent, 0);
      return showFormProgress(form(), Math.floor(100 - left / waiting.ids.size));
    }
    held.current = null;
    showFormProgress(form(), null);
    // After the hidden fields with the ids are rendered.
    setTimeout(() => form().requestSubmit(waiting.submitter));
  };
  const change = (id: string, by: Partial<PhotoUpload>) =>
    update(all.current.map((shot) => (shot.id === id ? { ...shot, ...by } : shot)));

  const send = async (id: string) => {
    const mine = own.current.get(id);
    if (!mine || !subject) return;
    clearTimeout(mine.timer);
    mine.stop?.();
    const { fault: _, ...cleared } = all.current.find((shot) => shot.id === id) as PhotoUpload;
    update(all.current.map((shot) => (shot.id === id ? { ...cleared, state: 'sending', sent: 0 } : shot)));
    const query = new URLSearchParams({ ...subject, name: mine.name });
    const { done, stop } = uploadPhotograph({
      url: `${props.sendTo}?${query}`,
      token: readField(form(), 'csrf'),
      key: await createPhotoKey(readField(form(), 'idempotency_key'), mine.blob),
      blob: mine.blob,
      isContinued: mine.isBegun ?? false,
      onProgress: (bytes) => change(id, { sent: Math.round((bytes / mine.blob.size) * 100) }),
    });
    mine.isBegun = true;
    mine.isRefused = false;
    mine.stop = stop;
    const sent = await done;
    // Taken away, or the form was rendered again, where this photograph goes on.
    if (own.current.get(id) !== mine || !root.current?.isConnected) return;
    if ('id' in sent) {
      own.current.delete(id);
      const isTwice = all.current.some((shot) => shot.id === sent.id);
      update(
        isTwice
          ? all.current.filter((shot) => shot.id !== id)
          : all.current.map((shot) => (shot.id === id ? { ...shot, id: sent.id, state: 'done' } : shot)),
      );
      fresh.current.add(sent.id);
    } else if ('fault' in sent) {
      mine.isRefused = true;
      change(id, { state: 'failed', fault: sent.fault });
    } else {
      const wait = retryDelaysMs[mine.tries];
      mine.tries += 1;
      change(id, { state: wait === undefined ? 'failed' : 'waiting' });
      if (wait !== undefined) mine.timer = window.setTimeout(() => send(id), wait);
    }
  };
  /** Uploaded on this page: removing the tile deletes them on the server. */
  const fresh = useRef(new Set<string>());

  const pick = async (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])];
    // Cleared, or the form would upload them a second time.
    input.value = '';
    for (const file of files) await add(file);
  };

  const add = async (file: File) => {
    const id = crypto.randomUUID?.() ?? `${Math.random()}`;
    const alt = `${words.photo} ${all.current.length + 1}`;
    if (all.current.length >= props.most) {
      const fault = words.tooMany.replace('{most}', `${props.most}`);
      return update([
        ...all.current,
        { id, src: null, alt: file.name, state: 'failed', fault, isFinal: true },
      ]);
    }
    update([...all.current, { id, src: null, alt, state: 'sending' }]);
    const prepared = await preparePhotograph(file, { side: maxSidePixels, maxBytes: props.maxBytes });
    if ('fault' in prepared) {
      const fault = words[prepared.fault]
        .replace('{size}', formatMegabytes(prepared.bytes))
        .replace('{most}', formatMegabytes(props.maxBytes));
      return change(id, { state: 'failed', alt: file.name, fault, isFinal: true });
    }
    own.current.set(id, { blob: prepared.blob, name: file.name, tries: 0 });
    if (!subject) return change(id, { src: prepared.src, state: 'waiting', fault: words.going });
    change(id, { src: prepared.src });
    // Not awaited: the next one is scaled meanwhile.
    void send(id);
  };

  const remove = (id: string) => {
    const mine = own.current.get(id);
    clearTimeout(mine?.timer);
    own.current.delete(id);
    mine?.stop?.();
    update(all.current.filter((shot) => shot.id !== id));
    if (!fresh.current.delete(id)) return;
    const headers = { 'X-Form-Token': readField(form(), 'csrf') };
    // If this fails, it stays among the photographs of the plot, where it can be removed.
    fetch(props.removeAt.replace('ID', id), { method: 'POST', headers }).catch(() => {});
  };

  useEffect(() => {
    root.current?.parentElement?.classList.add('live');
    const before = leftBehind.get(`${form().id} ${field}`);
    if (before && before.tiles.length > 0) {
      own.current = before.own;
      update([...all.current, ...before.tiles]);
      for (const { id, state } of before.tiles) if (state === 'sending') void send(id);
    }
    const again = () => {
      for (const { id, state } of all.current) {
        const mine = own.current.get(id);
        if (!mine || state === 'done' || state === 'sending') continue;
        mine.tries = 0;
        void send(id);
      }
    };
    // Photographs that wait for a connection are sent with the form, also through the outbox.
    let isPreview = false;
    const submit = (event: SubmitEvent) => {
      isPreview = event.submitter?.dataset.enhance !== undefined;
      const going = all.current.filter(({ state }) => state === 'sending').map(({ id }) => id);
      if (isPreview || event.defaultPrevented || going.length === 0) return;
      // Sending the form now would send their bytes a second time.
      event.preventDefault();
      if (held.current) return;
      held.current = { submitter: event.submitter, ids: new Set(going) };
      showHeld();
    };
    const bring = ({ formData }: FormDataEvent) => {
      if (isPreview) return;
      formData.delete(field);
      for (const { blob, name, isRefused } of own.current.values())
        if (!isRefused) formData.append(field, blob, name);
    };
    const element = form();
    element.addEventListener('submit', submit);
    element.addEventListener('formdata', bring);
    // The outbox holds the form with its files: start with an empty one.
    element.addEventListener('taken', () => {
      own.current.clear();
      update([]);
    });
    addEventListener('online', again);
  }, []);

  return (
    <div ref={root}>
      <PhotoTiles
        {...props}
        shots={shots}
        isFull={shots.length >= props.most + 5}
        onPick={pick}
        onRemove={remove}
        onAgain={send}
      />
    </div>
  );
}

function readField(form: HTMLFormElement, name: string): string {
  return form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? '';
}

const formatMegabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)}`;

hydrateIslands('photos', Photos);
