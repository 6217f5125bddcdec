/** Texts made from markdown, kept by their key while they are read often. What is under a key never changes. */
export interface RenderedTexts {
  take(key: string, make: () => Promise<string>): Promise<string>;
}

const mostCharacters = 16_000_000;

export function createRenderedTexts(limit = mostCharacters): RenderedTexts {
  const kept = new Map<string, string>();
  let characters = 0;
  return {
    async take(key, make) {
      const known = kept.get(key);
      if (known !== undefined) {
        // The end of the map is what was read last.
        kept.delete(key);
        kept.set(key, known);
        return known;
      }
      const text = await make();
      if (!kept.has(key) && text.length <= limit / 4) {
        kept.set(key, text);
        characters += text.length;
        for (const [oldest, old] of kept) {
          if (characters <= limit) break;
          kept.delete(oldest);
          characters -= old.length;
        }
      }
      return text;
    },
  };
}
