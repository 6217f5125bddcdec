/** LRU cache of rendered markdown. The content of a key never changes. */
export interface RenderedTextCache {
  getOrRender(key: string, make: () => Promise<string>): Promise<string>;
}

export const tooBusyText = {
  en: 'Too many long texts are being read just now. Try again in a few seconds.',
  ru: 'Сейчас читается слишком много длинных текстов. Попробуйте через несколько секунд.',
};

const maxCharacters = 16_000_000;

export function createRenderedTextCache(limit = maxCharacters): RenderedTextCache {
  const kept = new Map<string, string>();
  /** Concurrent requests for one key share one rendering. */
  const making = new Map<string, Promise<string>>();
  let characters = 0;

  function keep(key: string, text: string): void {
    if (text.length > limit / 4) return;
    kept.set(key, text);
    characters += text.length;
    for (const [oldest, old] of kept) {
      if (characters <= limit) break;
      kept.delete(oldest);
      characters -= old.length;
    }
  }

  return {
    async getOrRender(key, make) {
      const known = kept.get(key);
      if (known !== undefined) {
        // Re-inserted at the end: the first key of the map is the least recently used.
        kept.delete(key);
        kept.set(key, known);
        return known;
      }
      const begun = making.get(key);
      if (begun !== undefined) return begun;
      const made = make();
      making.set(key, made);
      try {
        const text = await made;
        keep(key, text);
        return text;
      } finally {
        making.delete(key);
      }
    },
  };
}
