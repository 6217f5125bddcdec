import type { ComponentChildren } from 'preact';
import type { Text } from '../../../base/i18n/text.ts';
import * as labels from '../words/labels.ts';
import { Person } from './avatar.tsx';
import { Button, LinkButton, type Shortcut } from './button.tsx';
import { TextArea } from './field.tsx';
import { Fold } from './fold.tsx';
import { useField } from './form.tsx';
import { Icon } from './icon.tsx';
import { say, type Words } from './language-context.ts';

export const texts = {
  was: { en: 'Before', ru: 'Было' },
  will: { en: 'After', ru: 'Станет' },
  now: { en: 'Now', ru: 'Сейчас' },
  reason: labels.reason,
  next: { en: 'Next one', ru: 'Следующая' },
  keys: {
    en: 'Alt+A accepts, Alt+R returns, Alt+N goes to the next.',
    ru: 'Alt+A — принять, Alt+R — вернуть, Alt+N — следующая.',
  },
  reasonLabel: { en: 'What the person will read', ru: 'Что прочитает человек' },
  reasonHint: {
    en: 'Give a reason, so that the person knows what to change.',
    ru: 'Без причины нельзя: человек должен понять, что исправить.',
  },
} as const satisfies Record<string, Text>;

type VersionProps = {
  readonly title: Words;
  readonly note?: Words | undefined;
  readonly now?: boolean | undefined;
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

/** Before and after; also the current value, when it changed while the proposal was pending. */
export function Versions({
  was,
  will,
  now,
  notes = {},
}: {
  /** Null: there was nothing. */
  was: ComponentChildren | null;
  will: ComponentChildren;
  now?: ComponentChildren | undefined;
  notes?: { was?: string | undefined; will?: string | undefined; now?: string | undefined };
}) {
  return (
    <div class={now ? 'versions three' : was === null ? 'versions' : 'versions two'}>
      {was !== null && (
        <Version title={texts.was} note={notes.was}>
          {was}
        </Version>
      )}
      <Version title={texts.will} note={notes.will}>
        {will}
      </Version>
      {now && (
        <Version title={texts.now} note={notes.now} now>
          {now}
        </Version>
      )}
    </div>
  );
}

export type ConflictChoice = {
  readonly value: string;
  readonly title: Words;
  readonly hint?: Words | undefined;
};

/** The thing changed while the proposal was pending: one of the resolutions has to be chosen. */
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
  title: Words;
  line?: Words | undefined;
  name: string;
  question: Words;
  ways: readonly ConflictChoice[];
  /** Chosen before, when the form is rendered again. */
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

/** Author and text of a request. */
export function Requester({
  name,
  about,
  words,
}: {
  name: string;
  about?: Words | undefined;
  words?: string | undefined;
}) {
  return (
    <div class="card stack">
      <Person name={name} about={about} />
      {words && <p class="quote-line">{words}</p>}
    </div>
  );
}

type ReasonWords = { readonly label: Text; readonly hint: Text };

/**
 * Suggested reasons and the reason text. Without script the chosen reason is posted beside the text (see
 * `readReason`); with script it is copied into the text.
 */
export function ReasonBox({
  title,
  reasons,
  open,
  words = { label: texts.reasonLabel, hint: texts.reasonHint },
  children,
}: {
  title: Words;
  reasons: readonly Words[];
  open?: boolean | undefined;
  /** Who reads the reason and whether it is needed; by default the person who is refused, and it is. */
  words?: ReasonWords | undefined;
  /** Submit button, when refusing is all the form does. */
  children?: ComponentChildren | undefined;
}) {
  const { kept: chosen } = useField('reason_choice');
  return (
    <Fold title={title} open={open}>
      <fieldset class="field" id={reasonsId}>
        <legend class="unseen">{texts.reason}</legend>
        <div class="chips" data-island="reason">
          {reasons.map(say).map((reason) => (
            <label key={reason} class="chip">
              <input type="radio" name="reason_choice" value={reason} checked={reason === chosen} />
              {reason}
            </label>
          ))}
        </div>
      </fieldset>
      <TextArea name="reason" label={words.label} hint={words.hint} optional="unsaid" rows={3} />
      {children}
    </Fold>
  );
}

const reasonsId = 'reasons';

/** The typed reason, else the chosen one. */
export function readReason(form: URLSearchParams): string {
  return form.get('reason')?.trim() || form.get('reason_choice')?.trim() || '';
}

/** Sticky buttons; on phones they replace the dock. */
export function ActionBar({ note, children }: { note?: Words | undefined; children: ComponentChildren }) {
  return (
    <div class="action-bar">
      {note && <p class="note">{note}</p>}
      {children}
    </div>
  );
}

type DecisionButton = { readonly value: string; readonly shortcut: Shortcut };

export type DecisionProps = {
  readonly accept: Words;
  readonly refuse: Words;
  /** What the button without a reason sends, where that is not accepting. */
  readonly acceptButton?: DecisionButton;
  readonly refuseButton?: DecisionButton;
  /** Who reads the reason, see `ReasonBox`. */
  readonly reasonWords?: ReasonWords;
  /** Suggested reasons, shown to the person who is refused. */
  readonly reasons: readonly Words[];
  readonly refuseTitle: Words;
  readonly note?: Words | undefined;
  /** Link to the next pending item. */
  readonly next?: string | undefined;
  /** Content to decide on: versions, differences, a conflict. */
  readonly children: ComponentChildren;
};

/** Skips to the next pending item. */
function NextItemLink({ href }: { href: string }) {
  return (
    <p class="next-one">
      <LinkButton href={href} kind="bare" icon="right" shortcut={{ code: 'KeyN' }}>
        {texts.next}
      </LinkButton>
      <span class="keys small soft">{texts.keys}</span>
    </p>
  );
}

/** In the bar. Browsers open the fold that holds the target; the island does where they do not. */
function ReasonsLink({ children }: { children: ComponentChildren }) {
  return (
    <LinkButton href={`#${reasonsId}`} kind="quiet">
      {children}…
    </LinkButton>
  );
}

/** Inside a form: content, a bar that accepts or opens the reasons, and with them the button that refuses (`decision`). */
export function Decision({
  accept,
  acceptButton = { value: 'accept', shortcut: { code: 'KeyA' } },
  refuse,
  refuseButton = { value: 'refuse', shortcut: { code: 'KeyR', needs: 'reason' } },
  reasonWords,
  reasons,
  refuseTitle,
  note,
  next,
  children,
}: DecisionProps) {
  return (
    <>
      {children}
      <ReasonBox title={refuseTitle} reasons={reasons} words={reasonWords}>
        <Button name="decision" kind="quiet" {...refuseButton}>
          {refuse}
        </Button>
      </ReasonBox>
      {next && <NextItemLink href={next} />}
      <ActionBar note={note}>
        <Button name="decision" {...acceptButton}>
          {accept}
        </Button>
        <ReasonsLink>{refuse}</ReasonsLink>
      </ActionBar>
    </>
  );
}
