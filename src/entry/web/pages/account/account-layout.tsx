import type { ComponentChildren } from 'preact';
import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import type { Words } from '../../ui/language-context.ts';
import { ListCard } from '../../ui/list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Row } from '../../ui/row.tsx';
import { accountSections } from '../../words/account-sections.ts';
import * as labels from '../../words/labels.ts';

export const texts = {
  more: labels.more,
} as const satisfies Record<string, Text>;

export function AccountHead({ title, line }: { title: Words; line?: ComponentChildren }) {
  return <PageHead title={title} line={line} parent={{ href: paths.more, text: texts.more }} />;
}

/** The other pages of the account. */
export function AccountLinks({ here }: { here: string }) {
  return (
    <ListCard>
      {accountSections
        .filter(({ href }) => href !== here)
        .map(({ href, icon, title, line }) => (
          <Row key={href} href={href} icon={icon} title={title} line={line} />
        ))}
    </ListCard>
  );
}
