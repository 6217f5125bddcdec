/** Texts made from markdown, kept by their key while they are read often. What is under a key never changes. */
export interface RenderedTexts {
  take(key: string, make: () => Promise<string>): Promise<string>;
}

export const tooBusy = {
  en: 'Too many long texts are being read just now. Try again in a few seconds.',
  ru: 'Сейчас читается слишком много длинных текстов. Попробуйте через несколько секунд.',
};

const mostCharacters = 16_000_000;

export function createRenderedTexts(limit = mostCharacters): RenderedTexts {
  const kept = new Map<string, string>();
  /** Many may open a new text at once; it is made for all of them together. */
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
    async take(key, make) {
      const known = kept.get(key);
      if (known !== undefined) {
        // The end of the map is what was read last.
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
