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
