import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';

/** Made once and kept with the letter: a mail program recognises a repeat by it. */
export function createMessageId(letterId: string, baseUrl: string): string {
  return `<${letterId}.${randomBytes(9).toString('hex')}@${mailHost(baseUrl)}>`;
}

/** The name letters come from: that of the service, or localhost where the service has only a number. */
export function mailHost(baseUrl: string): string {
  const name = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  return name === '' || isIP(name.replace(/^\[|\]$/g, '')) !== 0 ? 'localhost' : name;
}
