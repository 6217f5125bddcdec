import type { Language, Text } from '../../../base/i18n/text.ts';
import { paths } from '../../../base/site/paths.ts';
import { findAssetByName } from '../ui/assets.ts';
import * as labels from '../words/labels.ts';
import { siteName } from '../words/shared-texts.ts';

const shortcuts: readonly { readonly name: Text; readonly url: string }[] = [
  { name: labels.messages, url: paths.messages },
  { name: labels.notifications, url: paths.notifications },
  { name: labels.devices, url: paths.devices },
  { name: labels.advice, url: paths.knowledge },
];

/** Web app manifest, in the language of the page that links it. */
export function renderManifest(language: Language): string {
  const icon = (name: string, sizes: string, purpose: 'any' | 'maskable') => ({
    src: findAssetByName(name).path,
    type: 'image/png',
    sizes,
    purpose,
  });
  return JSON.stringify({
    id: '/',
    name: siteName[language],
    short_name: siteName[language],
    lang: language,
    start_url: paths.today,
    scope: '/',
    display: 'standalone',
    background_color: '#faf6ee',
    theme_color: '#faf6ee',
    icons: [
      icon('icon-192.png', '192x192', 'any'),
      icon('icon-512.png', '512x512', 'any'),
      icon('icon-whole-512.png', '512x512', 'maskable'),
    ],
    shortcuts: shortcuts.map(({ name, url }) => ({ name: name[language], url })),
  });
}
