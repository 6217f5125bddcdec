import { findAssetByName } from '../assets.ts';
import { StateBadge, Tag } from '../badge.tsx';
import { Button } from '../button.tsx';
import { Announcement, Card } from '../card.tsx';
import { Chart, ChartLegend } from '../chart.tsx';
import { DayStrip } from '../chart-lane.tsx';
import { FactList, ListCard } from '../list.tsx';
import { Readings } from '../readings.tsx';
import { Row } from '../row.tsx';
import { Columns } from '../section.tsx';
import { Table } from '../table.tsx';
import { day, dayOn, daySilence, dayUntil, pumpOn, runs, silences, week } from './example-data.ts';
import { type ChooseText, GallerySection } from './gallery-section.tsx';

export function ListSamples({ say }: { say: ChooseText }) {
  const done = (
    <Button type="button" kind="quiet" compact icon="check">
      {say('Done', 'Сделано')}
    </Button>
  );
  return (
    <GallerySection id="lists" title={say('Cards, rows, charts', 'Карточки, строки, графики')}>
      <Columns
        main={
          <>
            <ListCard
              heading={{
                id: 'waits',
                title: say('Waiting for a decision', 'Ждут решения'),
                link: { href: '/ui', text: say('All 6', 'Все 6') },
              }}
            >
              <Row
                href="/ui"
                icon="people"
                tone="danger"
                title={say('Claim to plot 17', 'Заявка на участок 17')}
                line={say('Anna Sokolova, owner', 'Анна Соколова, хозяйка · на участке записан Пётр С.')}
                age={<Tag tone="danger">{say('5 days', '5 дней')}</Tag>}
              />
              <Row
                href="/ui"
                icon="write"
                tone="warn"
                title={say('The electrician’s number', 'Телефон электрика')}
                line={say('A correction by Victor G.', 'Правка справочника · Виктор Г. · уч. 9')}
                age={<Tag tone="warn">{say('3 days', '3 дня')}</Tag>}
              />
            </ListCard>
            <Card
              heading={{
                id: 'well',
                title: say('Well', 'Скважина'),
                link: { href: '/ui', text: say('Week', 'Неделя'), further: true },
              }}
            >
              <Readings
                readings={[
                  {
                    label: say('Pump', 'Насос'),
                    value: <StateBadge is="off">{say('off', 'выключен')}</StateBadge>,
                    isWord: true,
                    age: say('5 min ago', '5 мин назад'),
                  },
                  {
                    label: say('Water over the pump', 'Вода над насосом'),
                    value: say('10.8', '10,8'),
                    unit: say('m', 'м'),
                    age: say('5 min ago · as usual', '5 мин назад · как обычно'),
                  },
                ]}
              />
              <DayStrip
                id="day"
                span={day}
                until={dayUntil}
                on={dayOn}
                silences={daySilence}
                ticks={['00', '06', '12', '18', '24']}
              />
            </Card>
            <Card heading={{ id: 'level', title: say('Water, 9–15 November', 'Вода, 9–15 ноября') }}>
              <Chart
                id="level-chart"
                title={say('Water level of the week', 'Уровень воды за неделю')}
                description={say(
                  'From 8.6 to 11 metres.',
                  'От 8,6 до 11 метров; ночью на пятницу данных нет.',
                )}
                span={week}
                runs={runs}
                silences={silences}
                unit={say('m', 'м')}
                limit={{ value: 9, text: say('tell below 9 m', 'сообщить ниже 9 м') }}
                timeZone="Europe/Moscow"
                parts={[9, 10, 11, 12, 13, 14, 15].map((date, index) => ({
                  strong: say('Mo Tu We Th Fr Sa Su', 'пн вт ср чт пт сб вс').split(' ')[index] as string,
                  text: String(date),
                }))}
                lane={{ name: say('pump', 'насос'), on: pumpOn, silences }}
              />
              <ChartLegend id="level-chart" lane={say('the pump ran', 'насос работал')} />
            </Card>
          </>
        }
        side={
          <>
            <ListCard heading={{ id: 'mine', title: say('My tasks', 'Мои дела') }}>
              <Row
                icon="bed"
                title={say('Cover the garlic', 'Укрыть чеснок лапником')}
                line={say('by 22 November', 'до 22 ноября')}
                action={done}
              />
              <Row
                done
                icon="check"
                tone="green"
                title={say('Empty the barrels', 'Слить воду из бочек')}
                line={say('done today', 'сделано сегодня')}
                action={done}
              />
            </ListCard>
            <Announcement
              label={
                <Tag tone="warn" icon="announce">
                  {say('Announcement', 'Объявление')}
                </Tag>
              }
              title={say('No water on Tuesday from 10 to 14', 'Во вторник с 10 до 14 отключат воду')}
              href="/ui"
              foot={say('Board · yesterday, 18:05', 'Правление · вчера, 18:05')}
            >
              <p>
                {say(
                  'The valve at the tower is replaced.',
                  'Меняем задвижку у водонапорной башни. Наберите воды с вечера.',
                )}
              </p>
            </Announcement>
            <ListCard heading={{ id: 'plot', title: say('Plot 7', 'Участок 7') }}>
              <Row
                href="/ui"
                icon="temperature"
                tone="green"
                title={say('Greenhouse +4.2 °C', 'Теплица +4,2 °C')}
                line={say('3 min ago', '3 мин назад')}
              />
              <Row
                href="/ui"
                icon="silent"
                tone="stale"
                title={say('No connection: bath house', 'Нет связи: Баня')}
                line={say('last: +9.1 °C', 'последний раз: +9,1 °C')}
              />
              <Row
                href="/ui"
                unread
                person={say('Marina P.', 'Марина П.')}
                title={say('Marina P.', 'Марина П.')}
                line={say('The key is with the guard', 'Ключ у охраны')}
                age={say('yesterday', 'вчера')}
              />
              <Row
                href="/ui"
                picture={findAssetByName('village.svg').path}
                title={say('Four buckets of apples', 'Антоновка: четыре ведра и пирог')}
                line={say('Victor G. · today', 'Виктор Г. · уч. 9 · сегодня')}
              />
            </ListCard>
            <Card heading={{ id: 'facts', title: say('Facts', 'Сведения') }}>
              <FactList
                facts={[
                  [say('Area', 'Площадь'), say('812 m²', '8,1 сот.')],
                  [say('Cadastral number', 'Кадастровый номер'), '50:09:0070302:214'],
                ]}
              />
            </Card>
            <Card>
              <Table
                caption={say('Readings by day', 'Показания по дням')}
                columns={[
                  { title: say('Day', 'День') },
                  { title: say('Average', 'Среднее'), number: true },
                  { title: say('Pump', 'Насос'), number: true },
                ]}
                rows={[
                  [say('Su, 15', 'вс, 15'), say('10.7 m', '10,7 м'), say('6 times', '6 раз')],
                  [say('Sa, 14', 'сб, 14'), say('10.6 m', '10,6 м'), say('5 times', '5 раз')],
                ]}
              />
            </Card>
          </>
        }
      />
    </GallerySection>
  );
}
