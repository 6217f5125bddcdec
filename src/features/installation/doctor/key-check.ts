import type { Pool } from '../../../base/db/connect.ts';
import type { Text } from '../../../base/i18n/text.ts';
import { describeUnopened, findUnopenedSecrets, type SecretBoxes } from '../unopened-secrets.ts';
import { type Finding, fault, ok } from './finding.ts';

/** Whether everything sealed opens, and where the key is that no backup contains. */
export async function checkKey(pool: Pool, boxes: SecretBoxes, keyPlace: Text): Promise<Finding> {
  const unopened = describeUnopened(await findUnopenedSecrets(pool, boxes));
  return unopened === null
    ? ok('key', {
        en: `opens all that is stored; backups do not contain it: keep a copy of ${keyPlace.en} apart from them`,
        ru: `открывает всё сохранённое; в резервных копиях его нет: храните отдельно от них ${keyPlace.ru}`,
      })
    : fault('key', unopened);
}
