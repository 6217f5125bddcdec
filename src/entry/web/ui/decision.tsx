import type { ComponentChildren } from 'preact';
import type { Text } from '../../../base/i18n/text.ts';
import { Person } from './avatar.tsx';
import { Button, LinkButton } from './button.tsx';
import { TextArea } from './field.tsx';
import { Fold } from './fold.tsx';
import { Icon } from './icon.tsx';
import { useLanguage } from './language.ts';

export const texts = {
  was: { en: 'Before', ru: 'Было' },
  will: { en: 'After', ru: 'Станет' },
  now: { en: 'Now', ru: 'Сейчас' },
  reason: { en: 'Reason', ru: 'Причина' },
  next: { en: 'Next one', ru: 'Следующая' },
  keys: {
    en: 'Alt+A accepts, Alt+R returns, Alt+N goes to the next.',
    ru: 'Alt+A — принять, Alt+R — вернуть, Alt+N — следующая.',
  },
  reasonLabel: { en: 'What the person will read', ru: 'Что прочитает человек' },
  reasonHint: {
    en: 'A reason is needed: the person has to know what to change.',
    ru: 'Без причины нельзя: человек должен понять, что исправить.',
  },
} as const satisfies Record<string, Text>;

type VersionProps = {
  readonly title: string;
  readonly note?: string;
  readonly now?: boolean;
  readonly children: ComponentChildren;
};

function Version({ title, note, now, children }: VersionProps) {
  return (
    <div class={now ? 'version now' : 'version'}>
      <h3>
        {title} {note && <span>{note}</span>}
      </h3>
      <div class="what">{children}</div>
    </div>
  );
}

/** What was and what will be; what is now as well, when it changed while the proposal waited. */
export function Versions({
  was,
  will,
  now,
  notes = {},
}: {
  was: ComponentChildren;
  will: ComponentChildren;
  now?: ComponentChildren;
  notes?: { was?: string; will?: string; now?: string };
}) {
  const language = useLanguage();
  return (
    <div class={now ? 'versions three' : 'versions two'}>
      <Version title={texts.was[language]} note={notes.was}>
        {was}
      </Version>
      <Version title={texts.will[language]} note={notes.will}>
        {will}
      </Version>
      {now && (
        <Version title={texts.now[language]} note={notes.now} now>
          {now}
        </Version>
      )}
    </div>
  );
}

export type Way = { readonly value: string; readonly title: string; readonly hint?: string };

/** While it waited, somebody else changed the same thing: shown, and one of the ways has to be chosen. */
export function Conflict({
  id,
  title,
  line,
  name,
  ways,
  chosen,
  question,
  children,
}: {
  id: string;
  title: string;
  line?: string;
  name: string;
  question: string;
  ways: readonly Way[];
  /** When the form came back. */
  chosen?: string | undefined;
  children: ComponentChildren;
}) {
  return (
    <section class="conflict" aria-labelledby={id}>
      <div>
        <h2 id={id}>
          <Icon name="alert" />
          {title}
        </h2>
        {line && <p class="small soft">{line}</p>}
      </div>
      {children}
      <fieldset class="field">
        <legend class="label">{question}</legend>
        <div class="ways">
          {ways.map((way) => (
            <label key={way.value} class="way">
              <input type="radio" name={name} value={way.value} checked={way.value === chosen} required />
              <span>
                <b>{way.title}</b>
                {way.hint && <span class="hint">{way.hint}</span>}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </section>
  );
}

/** Who asks, when, and in which words. */
export function Asker({ name, about, words }: { name: string; about?: string; words?: string }) {
  return (
    <div class="card stack">
      <Person name={name} about={about} />
      {words && <p class="quote-line">{words}</p>}
    </div>
  );
}

/**
 * Reasons to choose from, and the text they end in. Without script a chosen reason is sent beside the text: see
 * `readReason`; with it, choosing writes the reason into the text, where it can be changed.
 */
export function ReasonBox({
  title,
  reasons,
  open,
  children,
}: {
  title: string;
  reasons: readonly string[];
  open?: boolean;
  /** Where the refusal is all there is to the form: its button. */
  children?: ComponentChildren;
}) {
  const language = useLanguage();
  return (
    <Fold title={title} open={open}>
      <fieldset class="field">
        <legend class="unseen">{texts.reason[language]}</legend>
        <div class="chips" data-island="reason">
          {reasons.map((reason) => (
            <label key={reason} class="chip">
              <input type="radio" name="reason_choice" value={reason} />
              {reason}
            </label>
          ))}
        </div>
      </fieldset>
      <TextArea
        name="reason"
        label={texts.reasonLabel[language]}
        hint={texts.reasonHint[language]}
        optional="unsaid"
        rows={3}
      />
      {children}
    </Fold>
  );
}

/** The reason of a posted decision: the words, or the chosen ones when nothing was written. */
export function readReason(form: URLSearchParams): string {
  return form.get('reason')?.trim() || form.get('reason_choice')?.trim() || '';
}

/** Two buttons that stay in sight; on a phone they take the place of the dock. */
export function ActionBar({ note, children }: { note?: string; children: ComponentChildren }) {
  return (
    <div class="action-bar">
      {note && <p class="note">{note}</p>}
      {children}
    </div>
  );
}

type DecisionProps = {
  readonly accept: string;
  readonly refuse: string;
  /** What to say when refusing; the person reads it. */
  readonly reasons: readonly string[];
  readonly refuseTitle: string;
  /** Open when the form came back without a reason. */
  readonly reasonMissing?: boolean;
  readonly note?: string;
  /** What waits after this one. */
  readonly next?: string;
  /** What is decided: versions, differences, a conflict. */
  readonly children: ComponentChildren;
};

/** Past this one, undecided, to what waits next. */
export function NextOne({ href }: { href: string }) {
  const language = useLanguage();
  return (
    <p class="next-one">
      <LinkButton href={href} kind="bare" icon="right" shortcut={{ code: 'KeyN' }}>
        {texts.next[language]}
      </LinkButton>
      <span class="keys small soft">{texts.keys[language]}</span>
    </p>
  );
}

/** Inside a form: what is decided, the reason for a refusal, and the two buttons (`decision` = `accept` or `refuse`). */
export function Decision({
  accept,
  refuse,
  reasons,
  refuseTitle,
  reasonMissing,
  note,
  next,
  children,
}: DecisionProps) {
  return (
    <>
      {children}
      <ReasonBox title={refuseTitle} reasons={reasons} open={reasonMissing} />
      {next && <NextOne href={next} />}
      <ActionBar note={note}>
        <Button name="decision" value="accept" shortcut={{ code: 'KeyA' }}>
          {accept}
        </Button>
        <Button name="decision" value="refuse" kind="quiet" shortcut={{ code: 'KeyR', needs: 'reason' }}>
          {refuse}
        </Button>
      </ActionBar>
    </>
  );
}
