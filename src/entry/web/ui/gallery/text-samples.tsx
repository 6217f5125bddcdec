import { Person } from '../avatar.tsx';
import { Counter, StateBadge, Tag } from '../badge.tsx';
import { Button, Buttons, CallButton, LinkButton } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';
import { Medal } from '../medal.tsx';
import { Notice } from '../notice.tsx';
import { Pager } from '../pager.tsx';
import { Segments, Tabs } from '../tabs.tsx';
import { Steps } from '../timeline.tsx';
import { type ChooseText, GallerySection } from './gallery-section.tsx';

export function TextSamples({ say }: { say: ChooseText }) {
  return (
    <>
      <GallerySection id="buttons" title={say('Buttons', 'Кнопки')}>
        <Buttons>
          <Button type="button">{say('Publish', 'Опубликовать')}</Button>
          <Button type="button" kind="quiet">
            {say('Keep as a draft', 'Оставить черновиком')}
          </Button>
          <Button type="button" kind="bare">
            {say('Cancel', 'Отмена')}
          </Button>
          <Button type="button" kind="danger">
            {say('Delete the account', 'Удалить учётную запись')}
          </Button>
          <Button type="button" kind="quiet-danger">
            {say('Disconnect', 'Отключить')}
          </Button>
          <Button type="button" disabled>
            {say('Not yet', 'Пока нельзя')}
          </Button>
          <Button type="button" busy>
            {say('Sending', 'Отправляем')}
          </Button>
          <LinkButton href="/ui" kind="quiet" compact icon="settings">
            {say('Set up', 'Настроить')}
          </LinkButton>
          <CallButton number="+7 916 000-00-12" about={say('Nikolay, electrician', 'Николаю, электрику')}>
            {say('Call', 'Позвонить')}
          </CallButton>
        </Buttons>
      </GallerySection>
      <GallerySection id="words" title={say('Badges, medals, people', 'Метки, медали, люди')}>
        <div class="chips">
          <Tag>{say('yesterday', 'вчера')}</Tag>
          <Tag tone="green">{say('confirmed', 'подтверждено')}</Tag>
          <Tag tone="warn" icon="announce">
            {say('Announcement', 'Объявление')}
          </Tag>
          <Tag tone="danger">{say('5 days', '5 дней')}</Tag>
          <Counter count={3} />
          <Counter count={120} hot />
        </div>
        <div class="medals">
          <Medal kind="gold" count={6} />
          <Medal kind="silver" count={2} />
          <Medal kind="bronze" count={1} />
          <Medal kind="dung" count={2} />
        </div>
        <div class="chips">
          <StateBadge is="on">{say('running', 'работает')}</StateBadge>
          <StateBadge is="off">{say('off', 'выключен')}</StateBadge>
          <StateBadge is="warn">{say('below 9 m', 'ниже 9 м')}</StateBadge>
          <StateBadge is="stale">{say('no connection', 'нет связи')}</StateBadge>
        </div>
        <Person name={say('Victor G.', 'Виктор Г.')} about={say('plot 9', 'уч. 9')} />
      </GallerySection>
      <GallerySection id="notices" title={say('Notices', 'Сообщения')}>
        <div class="stack">
          <Notice
            title={say('The entry is published', 'Запись опубликована')}
            link={{ href: '/ui', text: say('Open', 'Открыть') }}
          >
            {say('64 households will see it.', 'Её увидят 64 дома.')}
          </Notice>
          <Notice
            tone="warn"
            icon="silent"
            title={say('No connection: bath house', 'Нет связи: Баня')}
            link={{ href: '/ui', text: say('What to check', 'Что проверить') }}
          />
          <Notice tone="danger" title={say('It could not be saved', 'Не получилось сохранить')}>
            {say('The text is still in its fields.', 'Текст остался в полях.')}
          </Notice>
          <Notice tone="plain">
            {say('The former boundary can be brought back.', 'Прежнюю границу можно вернуть.')}
          </Notice>
          <EmptyState
            icon="diary"
            title={say('Quiet so far', 'Пока тихо')}
            action={
              <LinkButton href="/ui">{say('Write the first entry', 'Написать первую запись')}</LinkButton>
            }
          >
            {say(
              'Write down what you did on the plot: a year from now it is the best hint.',
              'Запишите, что сделали на участке: через год это лучшая подсказка.',
            )}
          </EmptyState>
        </div>
      </GallerySection>
      <GallerySection id="ways" title={say('Ways about', 'Переходы')}>
        <Tabs
          label={say('Kind of entries', 'Вид записей')}
          here="/ui?a"
          tabs={[
            { href: '/ui?a', text: say('Announcements', 'Объявления'), count: 2 },
            { href: '/ui?b', text: say('Articles', 'Статьи') },
            { href: '/ui?c', text: say('Diaries', 'Дневники') },
          ]}
        />
        <Segments
          label={say('Period', 'Период')}
          here="/ui?week"
          tabs={[
            { href: '/ui?day', text: say('Day', 'День') },
            { href: '/ui?week', text: say('Week', 'Неделя') },
            { href: '/ui?year', text: say('Year', 'Год') },
          ]}
        />
        <Steps
          at={1}
          steps={[
            say('What to connect', 'Что подключить'),
            say('Try', 'Проверить'),
            say('Save', 'Сохранить'),
          ]}
        />
        <Pager cursor="2" />
      </GallerySection>
    </>
  );
}
