import type { Pool } from '../../../base/db/connect.ts';
import { readDeliveryFacts } from '../../../store/system/database-facts.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Fewer people may all have forgotten theirs. */
const fewLetters = 5;

/**
 * A mail server may take emails and lose them, or they all end as spam: it never says so. But links in emails are
 * opened by somebody within a week, or none arrived.
 */
export async function checkDelivery(pool: Pool, now: Date): Promise<Finding> {
  const { links, isAnyOpened } = await readDeliveryFacts(pool, now);
  if (isAnyOpened)
    return ok('delivery', { en: 'links in emails are opened', ru: 'ссылки из писем открывают' });
  return links < fewLetters
    ? ok('delivery', { en: 'too few emails with a link to judge', ru: 'писем со ссылкой мало, судить рано' })
    : warning('delivery', {
        en: `The mail server took ${links} emails with a link this week, and nobody opened one: send one to yourself at /setup/mail and look whether it arrives.`,
        ru: `За неделю почтовый сервер принял писем со ссылкой: ${links}, и ни одну ссылку не открыли. Отправьте письмо себе на странице /setup/mail и посмотрите, дойдёт ли.`,
      });
}
