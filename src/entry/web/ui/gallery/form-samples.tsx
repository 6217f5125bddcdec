import { findAssetByName } from '../assets.ts';
import { Button, Buttons } from '../button.tsx';
import { CheckField, ChoiceChips, RadioCards, SwitchField } from '../choice.tsx';
import { DateField, SelectField, TextArea, TextField } from '../field.tsx';
import { Form } from '../form.tsx';
import { useLanguage } from '../language-context.ts';
import { photoTexts } from '../photo-field.tsx';
import { PhotoTiles } from '../photo-tiles.tsx';
import { type ChooseText, GallerySection } from './gallery-section.tsx';

/** A filter submitted by fetch, and one form with every field and an error. */
export function FormSamples({ say, csrf, path }: { say: ChooseText; csrf: string; path: string }) {
  const language = useLanguage();
  const picture = findAssetByName('village.svg').path;
  const query = new URL(path, 'http://page').searchParams.get('q') ?? '';
  const state = {
    values: {
      name: say('Victor', 'Виктор Гордеев'),
      phone: '+7 916 00',
      who: 'neighbours',
      remind: 'true',
      news: 'true',
      kinds: ['plots'],
    },
    errors: { phone: [say('Five digits are missing.', 'Не хватает пяти цифр.')] },
  };
  return (
    <GallerySection id="forms" title={say('Forms', 'Формы')}>
      <div class="card" data-region="filter">
        <Form id="filter" action="/ui" method="get" enhance>
          <TextField name="q" label={say('Filter', 'Отбор')} value={query} type="search" optional />
          <p id="asked">{say(`Asked for: ${query}`, `Ищем: ${query}`)}</p>
          <Button kind="quiet">{say('Show', 'Показать')}</Button>
        </Form>
      </div>
      <div class="card" data-region="all">
        <Form id="all" action="/ui" csrf={csrf} state={state} enhance>
          <TextField
            name="name"
            label={say('Name', 'Имя')}
            hint={say('Neighbours see it', 'Так вас увидят соседи')}
          />
          <TextField name="phone" label={say('Telephone', 'Телефон')} type="tel" />
          <SelectField
            name="role"
            label={say('Role on the plot', 'Роль на участке')}
            choices={[
              { value: 'owner', label: say('Owner', 'Хозяин') },
              { value: 'tenant', label: say('Tenant', 'Снимаю') },
            ]}
          />
          <TextField
            name="below"
            label={say('Tell below', 'Сообщить, если ниже')}
            value="9"
            inputMode="decimal"
            unit={say('m', 'м')}
          />
          <TextField
            name="number"
            label={say('Cadastral number', 'Кадастровый номер')}
            value="50:09:0070302:214"
            disabled
          />
          <DateField name="day" label={say('Day', 'День')} optional />
          <TextArea
            name="note"
            label={say('Note', 'Записка')}
            placeholder={say('The key is with the guard', 'Например: ключ у охраны')}
            optional
          />
          <CheckField name="remind" label={say('Remind a day before', 'Напомнить за день')} checked />
          <SwitchField
            name="news"
            label={say('News of the village', 'Новости посёлка')}
            hint={say('letter and bell', 'письмо и колокольчик')}
            checked
          />
          <ChoiceChips
            name="kinds"
            several
            label={say('What to show', 'Что показать')}
            value={['plots']}
            choices={[
              { value: 'plots', label: say('Plots', 'Участки') },
              { value: 'houses', label: say('Houses', 'Дома') },
              { value: 'sale', label: say('For sale', 'Продаются') },
            ]}
          />
          <RadioCards
            name="who"
            label={say('Who will read it', 'Кто прочитает')}
            choices={[
              { value: 'me', label: say('Only me', 'Только я') },
              {
                value: 'neighbours',
                label: say('Neighbours', 'Соседи по посёлку'),
                hint: say('residents of Birch Grove', 'жители «Берёзовой рощи»'),
                count: say('64 households', '64 дома'),
              },
            ]}
          />
          <PhotoTiles
            field="photos"
            idField="photo"
            sprite={findAssetByName('icons.svg').path}
            words={photoTexts(language)}
            shots={[
              { id: '1', src: picture, alt: say('apples', 'корзина яблок'), state: 'done' },
              { id: '2', src: picture, alt: say('tree', 'яблоня'), state: 'sending', sent: 40 },
              { id: '3', src: picture, alt: say('fence', 'забор'), state: 'waiting' },
              {
                id: '4',
                src: picture,
                alt: say('house', 'дом'),
                state: 'failed',
                fault: say('41 MB is too much', 'файл 41 МБ, это много'),
              },
            ]}
          />
          <Buttons>
            <Button>{say('Save', 'Сохранить')}</Button>
            <Button kind="quiet">{say('Keep as a draft', 'Оставить черновиком')}</Button>
          </Buttons>
        </Form>
      </div>
    </GallerySection>
  );
}
