import { addDays, dayInZone } from '../../domain/rules/days.ts';
import type { InputOf } from '../client/client.ts';
import type { DemoPart, World } from './world.ts';

const timeZone = 'Europe/Moscow';

/** The year of the village: rubbish every Tuesday, a meeting, a work day, and one that was called off. */
export const days: DemoPart = {
  name: 'days',
  async load(world) {
    world.daysAgo(20);
    const today = dayInZone(world.now(), timeZone);
    const at = (day: string, time: string) => `${day}T${time}:00+03:00`;
    /** The first such weekday from a day on: 0 is Sunday. */
    const next = (weekday: number, after: number) => {
      const from = addDays(today, after);
      return addDays(from, (weekday - new Date(from).getUTCDay() + 7) % 7);
    };
    const tuesday = next(2, -7);
    const rubbish = await announce(world, {
      title: 'Вывоз мусора по вторникам',
      body: 'Машина приезжает с семи утра. Мешки завязывайте и ставьте на площадку у главных ворот с вечера.',
      visibility: 'public',
      starts_at: at(tuesday, '07:00'),
      ends_at: at(tuesday, '09:00'),
      place: 'Площадка у главных ворот',
      repeats: 'weekly',
      repeats_until: addDays(tuesday, 364),
    });
    const meeting = next(6, 26);
    await announce(world, {
      title: 'Общее собрание: взнос и камеры',
      body: 'Повестка: отчёт за год, взнос на следующий, камеры на въезде. Не сможете прийти — оставьте доверенность в сторожке.',
      visibility: 'settlement',
      starts_at: at(meeting, '12:00'),
      ends_at: at(meeting, '14:00'),
      place: 'Дом правления',
    });
    const workDay = next(0, 22);
    await announce(world, {
      title: 'Чистим пожарный пруд',
      body: 'Резиновые сапоги и перчатки свои, грабли и чай наши.',
      visibility: 'residents',
      starts_at: at(workDay, '10:00'),
      ends_at: at(workDay, '13:00'),
      place: 'Пруд за Лесной',
    });
    const concert = next(6, 21);
    const off = await announce(world, {
      title: 'Вечер у самовара',
      body: 'Песни, пироги, у кого есть — гармонь.',
      visibility: 'residents',
      starts_at: at(concert, '18:00'),
      place: 'Веранда правления',
    });
    world.daysAgo(2);
    const settlement = world.settlement.slug;
    await world.run('editor', 'edit_article', { settlement, article: off, cancelled: true });
    const skipped = addDays(tuesday, 35);
    await world.run('editor', 'edit_article', {
      settlement,
      article: rubbish,
      occurrence: {
        on: skipped,
        starts_at: at(addDays(skipped, 1), '07:00'),
        ends_at: at(addDays(skipped, 1), '09:00'),
      },
    });
  },
};

async function announce(
  world: World,
  event: Omit<InputOf<'write_article'>, 'settlement' | 'kind'>,
): Promise<string> {
  const settlement = world.settlement.slug;
  const { data } = await world.run('editor', 'write_article', { settlement, kind: 'announcement', ...event });
  await world.run('editor', 'publish_article', { settlement, article: data.id });
  return data.id;
}
