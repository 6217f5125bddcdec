import type { ComponentChildren } from 'preact';
import type { Text } from '../../../base/i18n/text.ts';
import { formatPhone } from '../words/directory-texts.ts';
import { Buttons, CallButton, LinkButton } from './button.tsx';
import { Card } from './card.tsx';
import { type Company, type Contact, texts as rowTexts } from './contact-row.tsx';
import { List } from './list.tsx';
import { Row } from './row.tsx';

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
