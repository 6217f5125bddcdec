import type { Text } from '../../../base/i18n/text.ts';

/** The file as a whole cannot be read on; what came before it could. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
  readonly text: Text;
  constructor(text: Text) {
    super(text.en);
    this.text = text;
  }
}
