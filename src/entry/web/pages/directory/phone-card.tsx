import type { ComponentChildren } from 'preact';
import type { Text } from '../../../../base/i18n/text.ts';
import { Buttons, CallButton, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Company, type Contact, texts as rowTexts } from '../../ui/contact-row.tsx';
import { List } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import { formatPhone } from '../../words/directory-texts.ts';

export const texts = {
  noNumber: { en: 'The number is not known.', ru: 'Номер неизвестен.' },
} as const satisfies Record<string, Text>;

export function PhoneCard({ card, children }: { card: Contact | Company; children?: ComponentChildren }) {
  const [number, ...others] = card.phones;
  return (
    <Card>
      {number ? (
        <p class="status">
          <span class="value phone-number">{formatPhone(number)}</span>
        </p>
      ) : (
        <p>{texts.noNumber}</p>
      )}
      {card.hours && <p class="small soft">{card.hours}</p>}
      <div class="gap-top">
        <Buttons fill>
          {number && (
            <LinkButton href={`tel:${number}`} icon="phone">
              {rowTexts.call}
            </LinkButton>
          )}
          {children}
        </Buttons>
      </div>
      {others.length > 0 && (
        <List>
          {others.map((other) => (
            <Row
              key={other}
              title={formatPhone(other)}
              action={
                <CallButton number={other} about={other}>
                  {rowTexts.call}
                </CallButton>
              }
            />
          ))}
        </List>
      )}
    </Card>
  );
}
