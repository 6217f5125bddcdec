import { z } from 'zod';
import { flag, id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { deleteKeeper, insertKeeper } from '../../store/devices/common-devices.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadSettlement } from '../loaders/settlement.ts';

const texts = {
  full: {
    en: 'At most twenty people can look after the devices.',
    ru: 'За устройствами присматривают не больше двадцати человек.',
  },
  noResident: { en: 'Choose a confirmed resident.', ru: 'Выберите подтверждённого жителя.' },
};

export const name_keeper = defineOperation({
  name: 'name_keeper',
  summary: 'Name a resident who looks after the settlement’s devices, or end that. For the board.',
  scope: 'session',
  input: z.object({ settlement: reference, account: id, is_named: flag }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit: ({ settlementRole }) => permit(mayEditSettlement(settlementRole)),
  async write({ account, is_named }, context, { id: settlementId }) {
    const { db, caller, now } = context;
    if (is_named) {
      const keeper = { settlementId, accountId: account, namedBy: caller.accountId, now: now() };
      const outcome = await insertKeeper(db, keeper);
      if (outcome !== 'named') refuse.invalid('account', outcome === 'full' ? texts.full : texts.noResident);
    } else await deleteKeeper(db, account, settlementId);
    await recordDecision(context, {
      action: 'name_keeper',
      subject: { type: 'account', id: account },
      settlementId,
      after: { is_named },
    });
    return { isNamed: is_named };
  },
});
