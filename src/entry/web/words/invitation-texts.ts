import type { Text } from '../../../base/i18n/text.ts';
import type { InvitationState } from '../../../domain/rules/invitations.ts';

export const invitationStateTexts: Readonly<Record<InvitationState, Text>> = {
  waiting: { en: 'on its way', ru: 'отправляем' },
  sent: { en: 'accepted by the mail server', ru: 'почта приняла' },
  console: { en: 'only on the server’s console', ru: 'только на экране сервера' },
  refused: { en: 'the address refused it', ru: 'адрес не принимает' },
  failed: { en: 'not sent', ru: 'не ушло' },
  paper: { en: 'printed, not used yet', ru: 'напечатан, ещё не использован' },
  used: { en: 'used', ru: 'использован' },
  over: { en: 'expired', ru: 'срок вышел' },
  withdrawn: { en: 'withdrawn', ru: 'отозван' },
};
