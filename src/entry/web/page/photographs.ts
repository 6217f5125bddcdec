import type { Text } from '../../../base/i18n/text.ts';
import type { MediaSubjectType } from '../../../domain/rules/media-access.ts';
import type { Visibility } from '../../../domain/rules/settlement-role.ts';

/** What photographs of a form become: of a thing that is there already. */
export interface PhotoSubject {
  readonly type: MediaSubjectType;
  readonly id: string;
  /** Who sees them; left out: as the thing itself. */
  readonly visibility?: Visibility;
}

export interface KeptPhotographs {
  /** Identifiers, in the order of choice. */
  readonly kept: readonly string[];
  /** By the name of the file, why it could not be kept. */
  readonly faults: readonly { readonly name: string; readonly text: Text }[];
  /** A notice that also tells which photographs are missing. */
  tell(notice: Text): Text;
}
