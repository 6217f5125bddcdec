import { timingSafeEqual } from 'node:crypto';
import type { RegistrationRow } from '../../store/accounts/registrations.ts';
import { hashToken } from '../oauth/secret-token.ts';

/** Whether this is the secret that the registering browser was given; empty: this browser has none. */
export function isRegisteringBrowser(secret: string, { browserHash }: RegistrationRow): boolean {
  return secret !== '' && timingSafeEqual(hashToken(secret), browserHash);
}
