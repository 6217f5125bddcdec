import { z } from 'zod';
import type { Text } from '../../base/i18n/text.ts';
import { enumField, errorText, reference, text } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { isImportLimitedToOwnLand, mayDrawBoundary } from '../../domain/rules/boundary.ts';
import { importKinds, previewMilliseconds } from '../../domain/rules/land-import-states.ts';
import { insertImport } from '../../store/land/land-imports.ts';
import { coordinateSystems, findParameterFault } from '../land-import/formats/coordinate-systems.ts';
import { pageLimits } from '../land-import/formats/limits.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const maxImportBytes = pageLimits.heldBytes;

/** What a form offers beside `auto` and `own`. */
export const namedSystems = coordinateSystems.map(({ id, name }) => ({ id, name }));
const systems = new Set(['auto', 'own', ...namedSystems.map(({ id }) => id)]);
const notASystem = errorText({ en: 'Choose a system from the list.', ru: 'Выберите систему из списка.' });
const noFile: Text = { en: 'Choose a file.', ru: 'Выберите файл.' };
const tooLarge: Text = { en: 'The file is larger than 4 MB.', ru: 'Файл больше 4 МБ.' };

export const import_land = defineOperation({
  name: 'import_land',
  summary:
    'Send a file of plots, land around or buildings and have it looked at; nothing changes yet. For the board and moderators.',
  scope: 'session',
  body: 'land',
  keepsReply: true,
  input: z.object({
    settlement: reference,
    kind: enumField(importKinds),
    file_name: text(200),
    /** The bytes, in base64. */
    file: z.string().max(Math.ceil((maxImportBytes + 3) / 3) * 4),
    system: text(40)
      .refine((value) => systems.has(value), notASystem)
      .default('auto'),
    parameters: text(400).trim().default(''),
  }),
  async load({ settlement }, { db, caller }) {
    const found = await loadSettlement(settlement, { db, caller });
    permit(mayDrawBoundary(found.settlementRole, caller.isModerator));
    return found.id;
  },
  async write({ kind, file_name, file, system, parameters }, context, settlementId) {
    const { db, caller, services, now, newId } = context;
    const bytes = Buffer.from(file, 'base64');
    if (bytes.length === 0) refuse.invalid('file', noFile);
    if (bytes.length > maxImportBytes) refuse.invalid('file', tooLarge);
    const fault = system === 'own' ? findParameterFault(parameters) : null;
    if (fault !== null) refuse.invalid('parameters', fault);
    const id = newId();
    await insertImport(db, {
      id,
      settlementId,
      accountId: caller.accountId,
      kind,
      isBounded: isImportLimitedToOwnLand(caller),
      fileName: file_name,
      file: bytes,
      system,
      parameters: system === 'own' ? parameters : '',
      createdAt: now(),
      expiresAt: new Date(now().getTime() + previewMilliseconds),
    });
    await services.jobs.add(db, { queue: 'land_import', payload: { import: id } });
    return { import: id };
  },
});
