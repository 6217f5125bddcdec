import { TextField } from '../../ui/field.tsx';
import { texts as roleTexts } from '../platform/role-parts.tsx';
import { passwordField } from './setup-texts.ts';

/** The operator's own password, beside settings that a thief would change. */
export function OwnPassword() {
  return (
    <TextField
      name={passwordField}
      type="password"
      label={roleTexts.password}
      hint={roleTexts.passwordHint}
      autocomplete="current-password"
      maxLength={200}
    />
  );
}
