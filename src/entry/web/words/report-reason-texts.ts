import type { Text } from '../../../base/i18n/text.ts';
import type { ReportReason } from '../../../domain/rules/waiting-order.ts';

export const reportReasonTexts: Readonly<Record<ReportReason, Text>> = {
  rude: { en: 'Insults', ru: 'Оскорбления' },
  threat: { en: 'Threats', ru: 'Угрозы' },
  spam: { en: 'Advertising', ru: 'Реклама' },
  fraud: { en: 'Fraud', ru: 'Обман' },
};
