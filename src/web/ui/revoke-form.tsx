import type { Text } from '../../i18n/text.ts';
import type { View } from '../view.ts';
import { OwnFields } from './own-fields.tsx';

type RevokeProps = {
  readonly view: View;
  readonly action: string;
  readonly label: Text;
  /** Names the thing for those who hear the button apart from its row. */
  readonly what: string;
};

export function RevokeForm({ view, action, label, what }: RevokeProps) {
  return (
    <form method="post" action={action}>
      <OwnFields view={view} />
      <button class="danger quiet" type="submit">
        {label[view.language]}
        <span class="unseen"> {what}</span>
      </button>
    </form>
  );
}
