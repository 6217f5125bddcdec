import { plotCodeDays } from '../../domain/rules/residency.ts';
import { ask_for_settlement } from '../../features/actions/ask_for_settlement.ts';
import { issue_plot_codes } from '../../features/actions/issue_plot_codes.ts';
import { insertPlotCodes } from '../../store/land/plot-codes.ts';
import { recordPeople } from './recorded-people.ts';
import { englishSlug } from './settlement-list.ts';
import type { DemoPart, World } from './world.ts';

/**
 * Claims: pending, refused, confirmed by a recorded address and by a code; unused codes, and a request to add a
 * settlement.
 */
export const claims: DemoPart = {
  name: 'residents',
  async load(world) {
    const settlement = world.settlement.id;
    await recordPeople(world);
    const claim = async (
      by: string,
      daysAgo: number,
      parcel: string,
      note: string,
      more: { role?: 'owner' | 'family' | 'tenant'; code?: string; settlement?: string } = {},
    ) => {
      world.daysAgo(daysAgo);
      const { data } = await world.run(by, 'request_residency', { settlement, parcel, note, ...more });
      return data.id;
    };

    world.daysAgo(60);
    const code = await issueCode(world, '30');
    await claim('darya', 57, '30', 'Код из конверта от правления.', { code });
    for (const parcel of ['25', '26', '27']) await issueCode(world, parcel);
    await claim('boris', 40, '23', 'Ежов, есть в списке правления.');
    const mistaken = await claim('elena', 12, '53', 'Участок свекрови.', { role: 'family' });
    world.daysAgo(10);
    await world.run('editor', 'remove_resident', {
      settlement,
      resident: mistaken,
      reason: 'Собственник участка 53 не подтвердил. Приложите, пожалуйста, заявление от него.',
    });
    await claim('zhanna', 5, '64', 'Снимаем дом у Рябовых до осени, договор покажу.', { role: 'tenant' });
    await claim('svetlana', 2, '22', 'Купила участок 22 месяц назад, выписка из ЕГРН у председателя.');
    world.daysAgo(1);
    await world.act('lidiya', ask_for_settlement, {
      name: 'СНТ Заречье-2',
      kind: 'snt',
      region: 'Тверская область',
      place: 'Калининский округ, за мостом через Тьму',
      asker: 'resident',
      contact: '',
      note: 'У мамы там участок, около сорока домов. Председатель не против.',
    });
    await claim('harriet', 3, '9', 'We moved in last month; the deeds are with the solicitor.', {
      settlement: englishSlug,
    });
  },
};

async function issueCode(world: World, number: string): Promise<string> {
  const parcel = world.plots[world.settlement.slug]?.[number] as string;
  const { codes } = await world.act('editor', issue_plot_codes, {
    settlement: world.settlement.id,
    parcel,
    count: 1,
  });
  return codes[0]?.code as string;
}

/** Returns the code of an unused invitation to a plot. No email is sent: a demo message contains the code. */
export async function inviteToParcel(world: World, by: string, number: string, to: string): Promise<string> {
  const { code, hash } = world.services.plotCodes.create();
  const at = world.now();
  await insertPlotCodes(
    world.db,
    [
      {
        id: world.newId(),
        parcelId: world.plots[world.settlement.slug]?.[number] as string,
        hash,
        role: 'family',
        emailKey: `${to}@demo.example`,
      },
    ],
    {
      by: world.accounts[by] as string,
      at,
      expiresAt: new Date(at.getTime() + plotCodeDays * 86_400_000),
    },
  );
  return code;
}
