import type { Text } from '../../../base/i18n/text.ts';
import type { MediaSubjectType } from '../../../domain/rules/media-access.ts';
import type { Visibility } from '../../../domain/rules/settlement-role.ts';

/** The existing thing that uploaded photographs are attached to. */
export interface PhotoSubject {
  readonly type: MediaSubjectType;
  readonly id: string;
  /** Who may see them; by default whoever may see the thing itself. */
  readonly visibility?: Visibility;
}

export interface SavedPhotographs {
  /** Media ids in the order of upload. */
  readonly savedIds: readonly string[];
  /** File name and reason of each rejected file. */
  readonly rejected: readonly { readonly name: string; readonly text: Text }[];
  /** Appends the rejected files to a notice. */
  appendRejected(notice: Text): Text;
}
