import { TextField } from './field.tsx';
import type { Words } from './language-context.ts';

type FieldWords = { readonly label: Words; readonly hint?: Words; readonly value?: string | undefined };

export const PersonNameField = (words: FieldWords) => (
  <TextField name="display_name" autocomplete="name" maxLength={100} {...words} />
);

/** `isSignIn`: password managers fill in the account they know. */
export const EmailField = ({ isSignIn, ...words }: FieldWords & { isSignIn?: true }) => (
  <TextField
    name="email"
    type="email"
    autocomplete={isSignIn ? 'username' : 'email'}
    maxLength={254}
    {...words}
  />
);

export const PasswordField = ({ name = 'password', ...words }: FieldWords & { name?: string }) => (
  <TextField name={name} type="password" autocomplete="current-password" maxLength={200} {...words} />
);

/** Password managers offer to make one and to remember it. */
export const NewPasswordField = ({ name = 'password', ...words }: FieldWords & { name?: string }) => (
  <TextField name={name} type="password" autocomplete="new-password" maxLength={200} {...words} />
);
