import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';

/** Made once and stored with the email: mail programs recognise a resend by it. */
export function createMessageId(letterId: string, baseUrl: string): string {
  return `<${letterId}.${randomBytes(9).toString('hex')}@${findMailHost(baseUrl)}>`;
}

/** The domain emails are sent from: the service's host name, or localhost where it has only an IP address. */
export function findMailHost(baseUrl: string): string {
  const name = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  return name === '' || isIP(name.replace(/^\[|\]$/g, '')) !== 0 ? 'localhost' : name;
}
