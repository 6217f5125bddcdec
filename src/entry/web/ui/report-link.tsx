import type { Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';

export const texts = {
  report: { en: 'Report', ru: 'Пожаловаться' },
} as const satisfies Record<string, Text>;

type ReportLinkProps = {
  readonly settlement: string;
  readonly review: string;
  readonly type: 'contact' | 'company';
  readonly subject: string;
};

/** Where one complains about a review; the address names its subject, among whose reviews it is found. */
export function ReportLink({ settlement, review, type, subject }: ReportLinkProps) {
  const query = new URLSearchParams({ type, id: subject });
  return (
    <p class="small">
      <a class="soft" href={`${fillPath(paths.reportReview, { settlement, review })}?${query}`}>
        {texts.report}
      </a>
    </p>
  );
}
