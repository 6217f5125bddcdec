import { TextField } from '../../ui/field.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { texts as roleTexts } from '../platform/role-parts.tsx';
import { passwordField } from './setup-texts.ts';

/** The operator's own password, beside settings that a thief would change. */
export function OwnPassword() {
  const language = useLanguage();
  return (
    <TextField
      name={passwordField}
      type="password"
      label={roleTexts.password[language]}
      hint={roleTexts.passwordHint[language]}
      autocomplete="current-password"
      maxLength={200}
    />
  );
}
