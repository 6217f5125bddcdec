import type { Language } from '../../../../base/i18n/text.ts';
import { Icon, iconNames } from '../icon.tsx';
import { PageHead } from '../page-head.tsx';
import { skins } from '../shell.tsx';
import { setQueryParameter } from '../view.ts';
import { FormSamples } from './form-samples.tsx';
import { type ChooseText, GallerySection } from './gallery-section.tsx';
import { ListSamples } from './list-samples.tsx';
import { ReadingSamples } from './reading-samples.tsx';
import { TextSamples } from './text-samples.tsx';

type GalleryProps = {
  readonly language: Language;
  readonly title: string;
  readonly path: string;
  readonly csrf: string;
};

export function Gallery({ language, title, path, csrf }: GalleryProps) {
  const say: ChooseText = (en, ru) => ({ en, ru })[language];
  const { searchParams } = new URL(path, 'http://page');
  const [skin, only] = [searchParams.get('skin') ?? '', searchParams.get('part')];
  const has = (part: string) => only === null || only === part;
  return (
    <>
      <PageHead title={title} line={say('Every part in every state', 'Каждая часть в каждом состоянии')} />
      <nav class="chips" aria-label={say('Colours', 'Цвета')}>
        {['', ...skins].map((name) => (
          <a
            key={name}
            class="chip"
            href={setQueryParameter(path, 'skin', name)}
            aria-current={name === skin ? 'true' : undefined}
          >
            {name || 'auto'}
          </a>
        ))}
      </nav>
      {has('words') && <TextSamples say={say} />}
      {has('lists') && <ListSamples say={say} />}
      {has('forms') && <FormSamples say={say} csrf={csrf} path={path} />}
      {has('reading') && <ReadingSamples say={say} />}
      <GallerySection id="icons" title={say('Icons', 'Значки')}>
        <ul class="icons">
          {iconNames.map((name) => (
            <li key={name}>
              <Icon name={name} />
              <span>{name}</span>
            </li>
          ))}
        </ul>
      </GallerySection>
    </>
  );
}
