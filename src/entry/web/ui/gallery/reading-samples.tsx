import { findAssetByName } from '../assets.ts';
import { Conflict, Decision, Requester, Versions } from '../decision.tsx';
import { Form } from '../form.tsx';
import { PhotoStrip } from '../photo-strip.tsx';
import { Scroller } from '../table.tsx';
import { Added, Difference, Removed } from '../text-difference.tsx';
import { Timeline } from '../timeline.tsx';
import { type ChooseText, GallerySection } from './gallery-section.tsx';

export function ReadingSamples({ say }: { say: ChooseText }) {
  const picture = findAssetByName('village.svg').path;
  const cells = Array.from({ length: 9 }, (_, index) => say(`Column ${index + 1}`, `Столбец ${index + 1}`));
  return (
    <>
      <GallerySection id="reading" title={say('Reading', 'Чтение')}>
        <article class="prose">
          <h3>{say('How deep a pipe lies', 'На какой глубине кладут трубу')}</h3>
          <p>
            {say('Below the depth of frost: in this region ', 'Ниже глубины промерзания: в этих местах ')}
            <mark>{say('1.4 metres', '1,4 метра')}</mark>
            {say(', in clay a little less than in sand.', ', в глине чуть меньше, чем в песке.')}
          </p>
          <Scroller label={say('A wide table', 'Широкая таблица')}>
            <table>
              <thead>
                <tr>
                  {cells.map((cell) => (
                    <th key={cell} scope="col" class="nowrap">
                      {cell}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                <tr>
                  {cells.map((cell) => (
                    <td key={cell}>{cell.length}</td>
                  ))}
                </tr>
              </tbody>
            </table>
          </Scroller>
          <blockquote>
            {say('The ground keeps what the air forgets.', 'Земля помнит то, что воздух забыл.')}
          </blockquote>
        </article>
        <PhotoStrip
          photos={[1, 2, 3].map((index) => ({
            href: `${picture}#${index}`,
            src: picture,
            alt: say(`Photograph ${index}`, `Снимок ${index}`),
          }))}
        />
        <Difference
          changes={[
            { kind: 'skipped', characters: 1240 },
            { kind: 'same', text: say('The well is cleaned ', 'Скважину чистят ') },
            { kind: 'removed', text: say('every year', 'каждый год') },
            { kind: 'added', text: say('every three years', 'раз в три года') },
            { kind: 'same', text: say(' in autumn.', ' осенью.') },
          ]}
        />
        <Timeline
          events={[
            {
              when: say('today, 9:12', 'сегодня, 09:12'),
              what: say('Marina P. proposed a correction', 'Марина П. предложила правку'),
            },
            {
              when: say('2 October', '2 октября'),
              what: say('Accepted by a moderator', 'Принял модератор'),
              done: true,
            },
          ]}
        />
      </GallerySection>
      <GallerySection id="decision" title={say('Decision', 'Решение')}>
        <Form id="decision" action="/ui" csrf="">
          <Decision
            accept={say('Accept', 'Принять')}
            refuse={say('Return', 'Вернуть')}
            refuseTitle={say('Return with a reason', 'Вернуть с причиной')}
            reasons={[
              say('The number is right', 'Номер верный, проверили'),
              say('Not confirmed', 'Нет подтверждения'),
              say('A private number', 'Это частный телефон'),
            ]}
            note={say('Victor is told at once.', 'Виктор узнает о решении сразу.')}
          >
            <Requester
              name={say('Victor G.', 'Виктор Г.')}
              about={say('plot 9 · 12 November, 19:20', 'уч. 9 · 12 ноября, 19:20')}
              words={say(
                '“A woman answered: he has another number now.”',
                '«Ответила женщина, сказала, что Николай сменил номер».',
              )}
            />
            <Conflict
              id="conflict"
              title={say('The number changed while this waited', 'Пока правка ждала, номер изменили')}
              line={say(
                'The board wrote another one on 13 November.',
                'Правление записало другой номер 13 ноября. Выберите, какой останется.',
              )}
              name="phone_way"
              question={say('Which number stays', 'Какой номер оставить')}
              ways={[
                {
                  value: 'keep',
                  title: say('Keep the present one', 'Оставить нынешний'),
                  hint: '+7 916 000-00-01',
                },
                {
                  value: 'take',
                  title: say('Take the proposed one', 'Взять предложенный'),
                  hint: '+7 926 000-00-55',
                },
                { value: 'other', title: say('Write another', 'Записать другой') },
              ]}
            >
              <Versions
                was={<Removed>+7 916 000-00-10</Removed>}
                will={<Added>+7 926 000-00-55</Added>}
                now="+7 916 000-00-01"
                notes={{ will: say('12 November', '12 ноября'), now: say('13 November', '13 ноября') }}
              />
            </Conflict>
            <Versions
              was={<Removed>{say('Mon–Fri', 'пн–пт')}</Removed>}
              will={<Added>{say('Mon–Sat', 'пн–сб')}</Added>}
            />
          </Decision>
        </Form>
      </GallerySection>
    </>
  );
}
