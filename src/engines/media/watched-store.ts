import { type BlobStore, brokeOff, isStoreFailure, StoreFailure } from './blob-store.ts';

/** The same store; what fails because of it is reported before the caller learns of it. */
export function watchBlobStore(store: BlobStore, onFailure: (error: unknown) => void): BlobStore {
  const watch =
    <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      try {
        return await call(...given);
      } catch (error) {
        if (isStoreFailure(error)) onFailure(error);
        throw error;
      }
    };
  return {
    put: watch(store.put),
    receiveTemporary: watch(store.receiveTemporary),
    open: watch(async (sha256, range) => {
      const stream = await store.open(sha256, range);
      stream?.once('error', (error: Error & { code?: string }) => {
        // Whoever reads may leave in the middle.
        if (error.code !== 'UND_ERR_ABORTED') onFailure(new StoreFailure(brokeOff, { cause: error }));
      });
      return stream;
    }),
    size: watch(store.size),
    remove: watch(store.remove),
    list: watch(store.list),
    removeStaleUploads: watch(store.removeStaleUploads),
    close: () => store.close(),
  };
}
