import type { Language, Text } from '../../../base/i18n/text.ts';

export const texts = {
  browser: { en: 'A browser', ru: 'Браузер' },
  on: { en: 'on', ru: 'на' },
} as const satisfies Record<string, Text>;

// Order matters: nearly every browser also calls itself Chrome or Safari.
const browsers = [
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const systems = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** Readable name of a user agent: "Chrome on Android". */
export function formatBrowserName(userAgent: string, language: Language): string {
  const sent = userAgent.slice(0, 400);
  const browser = browsers.find(([sign]) => sign.test(sent))?.[1] ?? texts.browser[language];
  const system = systems.find(([sign]) => sign.test(sent))?.[1];
  return system ? `${browser} ${texts.on[language]} ${system}` : browser;
}
