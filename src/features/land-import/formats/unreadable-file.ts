import type { Text } from '../../../base/i18n/text.ts';

/** The file cannot be read any further; features before the error were read. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
  readonly text: Text;
  constructor(text: Text) {
    super(text.en);
    this.text = text;
  }
}

/** The reason together with the line at fault, counted from 1. */
export const inLine = ({ en, ru }: Text, text: string, offset: number): UnreadableFile => {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return new UnreadableFile({
    en: `${en} The fault is in line ${line}.`,
    ru: `${ru} Ошибка в строке ${line}.`,
  });
};

/** The reason together with the feature at fault, counted from 1. */
export const inFeature = ({ en, ru }: Text, number: number): UnreadableFile =>
  new UnreadableFile({
    en: `${en} The fault is in feature ${number}.`,
    ru: `${ru} Ошибка в объекте ${number}.`,
  });
