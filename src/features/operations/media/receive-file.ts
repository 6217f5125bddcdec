import { Readable } from 'node:stream';
import { refuse } from '../../../domain/kernel/refusal.ts';
import type { Services } from '../../../domain/kernel/services.ts';
import type { BlobStore } from '../../../engines/media/blob-store.ts';
import { MediaRefusal } from '../../../engines/media/media-refusal.ts';
import type { UploadIdentity } from '../../../engines/media/unfinished-uploads.ts';
import { receiveUpload, type Upload } from '../../../engines/media/upload.ts';

export interface UploadedFile {
  stream: Readable;
  /** File name given by the sender. */
  name: string;
  /** From Content-Length, when the body is the file itself. */
  declaredSize?: number | undefined;
  signal?: AbortSignal | undefined;
  /** The stream is the end of a file of `total` bytes, from byte `start` on. */
  rest?: { readonly start: number; readonly total: number } | undefined;
}

/** Joins what arrived before the connection broke with the rest, and keeps what arrives when it breaks again. */
export async function receiveFile(
  services: Services,
  { key, owner }: Pick<UploadIdentity, 'key' | 'owner'>,
  file: UploadedFile,
  room: (bytes: number) => Promise<void>,
): Promise<Upload> {
  const { store, incoming, unfinished } = services.media;
  const total = file.rest?.total ?? file.declaredSize;
  const identity = total === undefined ? undefined : { key, owner, total };
  let start: Readable | undefined;
  if (file.rest && identity) {
    await unfinished.interrupt(key);
    const offset = await unfinished.findOffset(identity);
    if (offset !== file.rest.start) refuseOffset(offset);
    if (offset > 0) start = unfinished.open(identity);
  }
  const { signal, finish } = unfinished.begin(key);
  const ending = file.signal ? AbortSignal.any([file.signal, signal]) : signal;
  try {
    const upload = await incoming.run(
      owner,
      () =>
        receiveUpload(withQuotaCheck(store, room), start ? join(start, file.stream) : file.stream, {
          declaredSize: total,
          signal: ending,
          share: owner,
          ...(identity && { keepCutShort: (cut) => unfinished.keep(identity, cut) }),
        }),
      ending,
    );
    await unfinished.forget(key);
    return upload;
  } catch (error) {
    const mayGoOn =
      !(error instanceof MediaRefusal) || ['interrupted', 'timed_out', 'busy'].includes(error.code);
    if (!mayGoOn) await unfinished.forget(key);
    throw error;
  } finally {
    start?.destroy();
    finish();
  }
}

/** The body is left open when reading ends early: its socket still carries the response. */
function join(start: Readable, rest: Readable): Readable {
  return Readable.from(
    (async function* () {
      yield* start;
      yield* rest.iterator({ destroyOnReturn: false });
    })(),
    { objectMode: false },
  );
}

function refuseOffset(offset: number): never {
  return refuse.invalid(
    'file',
    {
      en: `This part does not go on from what has arrived. Send the file from byte ${offset} on.`,
      ru: `Эта часть не продолжает то, что уже пришло. Отправьте файл с байта ${offset}.`,
    },
    { offset },
  );
}

/** Checks the quota before the blob gets its final name: then another upload of the same bytes may rely on it. */
export function withQuotaCheck(store: BlobStore, checkRoom: (bytes: number) => Promise<void>): BlobStore {
  return {
    ...store,
    put: (source, limits) =>
      store.put(source, {
        ...limits,
        async checkWhole(file) {
          await checkRoom(file.size);
          await limits.checkWhole?.(file);
        },
      }),
  };
}
