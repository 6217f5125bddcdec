import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path from CHROMIUM, else the first of the usual install locations. */
export function findChromium(): string | undefined {
  const { CHROMIUM: named } = process.env;
  return (named ? [named] : places).find((place) => existsSync(place));
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

/** With a temporary profile, and with no access to any host but localhost. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, timeout: 60_000, args });
}

/** Emulated phone with a persistent profile in this folder. */
export function launchPhone(
  executablePath: string,
  folder: string,
  baseURL: string,
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    executablePath,
    timeout: 60_000,
    args,
    baseURL,
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    locale: 'ru-RU',
  });
}
