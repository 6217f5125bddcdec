import type { RegisterRow } from '../../../../store/land/people-register.ts';
import { CallButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { texts as contactTexts } from '../../ui/contact-row.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { FactList, List } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import { formatPhone } from '../../words/directory-texts.ts';
import { cardFieldTexts } from '../../words/person-texts.ts';
import { texts as formTexts, listFacts } from './person-form.tsx';

/** What is recorded of a person; a tap calls. */
export function PersonFacts({ person }: { person: RegisterRow }) {
  const language = useLanguage();
  const { name, role } = cardFieldTexts;
  // Telephones stand above, the others at the head of the page, where an account goes by its own name.
  const above = [formTexts.phones, role, ...(person.membershipId ? [] : [name])];
  const apart = new Set<string>(above.map((text) => text[language]));
  const facts = listFacts(person, language).filter(([title]) => !apart.has(title));
  if (person.phones.length === 0 && facts.length === 0) return null;
  return (
    <Card>
      {person.phones.length > 0 && (
        <List>
          {person.phones.map((number) => (
            <Row
              key={number}
              title={formatPhone(number)}
              action={
                <CallButton number={number} about={number}>
                  {contactTexts.call}
                </CallButton>
              }
            />
          ))}
        </List>
      )}
      {facts.length > 0 && <FactList facts={facts} />}
    </Card>
  );
}
