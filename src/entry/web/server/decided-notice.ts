import type { Language, Text } from '../../../base/i18n/text.ts';
import { formatDecision, type ShownDecision } from '../../../domain/rules/earlier-decision.ts';
import type { PageRequest } from '../page/page.ts';
import { formatRelativeTime } from '../words/format-time.ts';
import { loadClock } from './settlement-clock.ts';

/** The notice is a cookie, in both languages; the page it stands above has the whole reason. */
const maxReason = 200;

/** For a form that decides what somebody has decided before: who, what, when, and that this one was not taken. */
export async function formatDecidedNotice(decision: ShownDecision, pageRequest: PageRequest): Promise<Text> {
  const clock = await loadClock(pageRequest);
  const { reason } = decision;
  const shortened = {
    ...decision,
    reason: reason && reason.length > maxReason ? `${reason.slice(0, maxReason)}…` : reason,
  };
  const say = (language: Language) =>
    formatDecision(shortened, {
      when: decision.at === null ? '' : formatRelativeTime(decision.at, { ...clock, language }),
      isOwn: decision.by?.id === pageRequest.session?.accountId,
    })[language];
  return { en: say('en'), ru: say('ru') };
}
