import type { ComponentChildren } from 'preact';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { post_review } from '../../../../features/operations/review/post_review.ts';
import { withdraw_review } from '../../../../features/operations/review/withdraw_review.ts';
import { companyCardPath, loadCompany, loadContact, type Subject } from '../../loaders/directory-subject.ts';
import { loadOwnReview } from '../../loaders/reviews.ts';
import { form } from '../../page/form.tsx';
import { type ActionResult, definePage, type FormRequest } from '../../page/page.ts';
import { baseValuesField, conflictAsFieldError, readBaseValues } from '../../server/base-values.ts';
import { refusalAsFieldError } from '../../server/refusal-as-field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckField, RadioCards } from '../../ui/choice.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { Medal, type MedalKind, texts as medalTexts } from '../../ui/medal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PhotoField } from '../../ui/photo-field.tsx';
import type { Review } from '../../ui/review-entry.tsx';
import * as labels from '../../words/labels.ts';
import { ResidentsOnly } from './residents-only.tsx';

export const texts = {
  title: labels.giveMedal,
  which: { en: 'Which medal', ru: 'Какая медаль' },
  choose: { en: 'Choose a medal.', ru: 'Выберите медаль.' },
  gold: { en: 'excellent, recommended', ru: 'отлично, советую' },
  silver: { en: 'good', ru: 'хорошо' },
  bronze: { en: 'it will do', ru: 'сойдёт' },
  dung: { en: 'warn the neighbours', ru: 'предупредить соседей' },
  words: { en: 'In a few words', ru: 'В двух словах' },
  wordsHint: {
    en: 'What was done, how long it took, what it cost.',
    ru: 'Что делали, долго ли, сколько стоило.',
  },
  used: { en: 'I was a customer myself', ru: 'Это мой личный опыт' },
  who: { en: 'Who sees it', ru: 'Кто увидит' },
  residents: { en: 'Residents', ru: 'Жители посёлка' },
  residentsAndCompany: { en: 'Residents and the company', ru: 'Жители посёлка и сама компания' },
  settlement: { en: 'Also those connected with the village', ru: 'Ещё и те, кто связан с посёлком' },
  settlementHint: {
    en: 'builders, companies that serve it',
    ru: 'застройщик, компании, которые его обслуживают',
  },
  public: { en: 'Everybody', ru: 'Все' },
  private: { en: 'Only the board', ru: 'Только правление' },
  companyTold: {
    en: 'The company will be told and can answer.',
    ru: 'Компания узнает и сможет ответить.',
  },
  boardAnswers: { en: 'The board may answer.', ru: 'Правление может ответить.' },
  companyNotTold: { en: 'The company will not see it.', ru: 'Компания не увидит.' },
  noneGiven: { en: 'withdrawn', ru: 'вы её отозвали' },
  send: labels.send,
  sent: { en: 'Thank you: neighbours see your medal.', ru: 'Спасибо: соседи увидят вашу медаль.' },
  withdraw: { en: 'Withdraw the medal', ru: 'Забрать медаль' },
  withdrawn: { en: 'Your medal has been withdrawn.', ru: 'Вы забрали медаль.' },
  hidden: { en: 'Your review is hidden', ru: 'Ваш отзыв скрыт' },
} as const satisfies Record<string, Text>;

interface MedalData {
  readonly subject: Subject;
  readonly own: Review | null;
}

const kinds = ['gold', 'silver', 'bronze', 'dung'] as const satisfies readonly MedalKind[];

/** One review per resident and subject: the form holds the previous one, and sending replaces it. */
function MedalPage({ subject, own, children }: MedalData & { children: ComponentChildren }) {
  const { card, pagePaths, membership, settlement } = subject;
  return (
    <>
      <PageHead title={texts.title} line={card.name} parent={{ href: pagePaths.card, text: card.name }} />
      {!membership.isResident ? (
        <ResidentsOnly settlement={settlement.slug} />
      ) : (
        <div class="stack">
          {own?.moderation_status === 'hidden' && (
            <Notice tone="warn" title={texts.hidden}>
              {own.moderation_reason}
            </Notice>
          )}
          <Card>
            <MedalForm subject={subject} own={own} />
          </Card>
          {own && children}
        </div>
      )}
    </>
  );
}

function MedalForm({ subject, own }: MedalData) {
  const language = useLanguage();
  const isCompany = subject.type === 'company';
  const answers = isCompany ? texts.companyTold : texts.boardAnswers;
  return (
    <Form
      id="give"
      action={subject.pagePaths.medal}
      multipart
      hidden={{ [baseValuesField]: serializeBaseValues(own) }}
      outbox={`${texts.title[language]}: ${subject.card.name}`}
      draft
    >
      <EditConflict
        form="give"
        field={baseValuesField}
        currentValue={serializeBaseValues(own)}
        facts={
          own === null
            ? [[texts.which, texts.noneGiven]]
            : [
                [texts.which, medalTexts[own.medal]],
                [texts.words, own.body ?? ''],
              ]
        }
      />
      <RadioCards
        name="medal"
        label={texts.which}
        value={own?.medal}
        choices={kinds.map((kind) => ({
          value: kind,
          label: kind,
          mark: <Medal kind={kind} />,
          hint: texts[kind],
        }))}
      />
      <TextArea
        name="body"
        label={texts.words}
        hint={texts.wordsHint}
        value={own?.body ?? ''}
        optional
        maxLength={5000}
        rows={4}
      />
      <CheckField name="used" label={texts.used} checked={own?.has_used_service ?? false} />
      <PhotoField
        subject={own ? { type: 'review', id: own.id } : undefined}
        photos={own?.photos.map(({ id, path, caption }) => ({ id, src: path, alt: caption }))}
      />
      <RadioCards
        name="visibility"
        label={texts.who}
        value={own?.visibility ?? 'residents'}
        choices={[
          {
            value: 'residents',
            label: isCompany ? texts.residentsAndCompany : texts.residents,
            hint: answers,
          },
          { value: 'settlement', label: texts.settlement, hint: texts.settlementHint },
          { value: 'public', label: texts.public },
          {
            value: 'private',
            label: texts.private,
            hint: isCompany ? texts.companyNotTold : undefined,
          },
        ]}
      />
      <Button icon="send">{texts.send}</Button>
    </Form>
  );
}

/** Base values of the form. */
const serializeBaseValues = (own: Review | null) =>
  JSON.stringify({
    medal: own?.medal ?? null,
    body: own?.body ?? null,
    has_used_service: own?.has_used_service ?? null,
    visibility: own?.visibility ?? null,
  });

async function postReview(subject: Subject, pageRequest: FormRequest): Promise<ActionResult> {
  const { call, text } = pageRequest;
  const { type, card, settlement, pagePaths } = subject;
  const review = {
    medal: text('medal'),
    body: text('body').replaceAll('\r\n', '\n').trim() || null,
    has_used_service: text('used') === 'true',
    visibility: text('visibility') || null,
  };
  if (review.medal === '') refuse.invalid('medal', texts.choose);
  const posting = call(post_review, {
    settlement: settlement.id,
    subject_type: type,
    subject_id: card.id,
    ...review,
    seen: readBaseValues(pageRequest.form),
  });
  const { data } = await refusalAsFieldError(conflictAsFieldError(posting), 'medal');
  const photographs = await pageRequest.savePhotographs('photos', {
    type: 'review',
    id: data.id,
    visibility: data.visibility,
  });
  return { to: pagePaths.card, notice: photographs.appendRejected(texts.sent) };
}

const head = () => ({ width: 'narrow', scripts: ['photos.js'] }) as const;

const withdrawFromContact = form(withdraw_review, {
  path: paths.withdrawContactMedal,
  isButton: true,
  given: async (at, pageRequest) => ({
    subject_type: 'contact' as const,
    subject_id: (await loadContact(at, pageRequest)).card.id,
  }),
  done: (_, at) => ({ to: fillPath(paths.contact, at), notice: texts.withdrawn }),
});

const withdrawFromCompany = form(withdraw_review, {
  path: paths.withdrawCompanyMedal,
  isButton: true,
  given: async (at, pageRequest) => ({
    subject_type: 'company' as const,
    subject_id: (await loadCompany(at, pageRequest)).card.id,
  }),
  done: (_, { settlement, company }) => ({
    to: companyCardPath(company, settlement),
    notice: texts.withdrawn,
  }),
});

export const contactMedalPage = definePage({
  path: paths.contactMedal,
  access: 'signed-in',
  texts,
  async load(names, pageRequest) {
    const subject = await loadContact(names, pageRequest);
    return { subject, own: await loadOwnReview(subject, pageRequest) };
  },
  actions: {
    give: {
      path: paths.contactMedal,
      photographs: true,
      perform: async (names, pageRequest) => postReview(await loadContact(names, pageRequest), pageRequest),
    },
    withdraw: withdrawFromContact,
  },
  head,
  render: (data) => (
    <MedalPage {...data}>
      <withdrawFromContact.Button
        at={{ settlement: data.subject.settlement.slug, contact: data.subject.card.slug }}
        kind="quiet-danger"
        icon="undo"
      >
        {texts.withdraw}
      </withdrawFromContact.Button>
    </MedalPage>
  ),
});

export const companyMedalPage = definePage({
  path: paths.companyMedal,
  access: 'signed-in',
  texts,
  async load(names, pageRequest) {
    const subject = await loadCompany(names, pageRequest);
    return { subject, own: await loadOwnReview(subject, pageRequest) };
  },
  actions: {
    give: {
      path: paths.companyMedal,
      photographs: true,
      perform: async (names, pageRequest) => postReview(await loadCompany(names, pageRequest), pageRequest),
    },
    withdraw: withdrawFromCompany,
  },
  head,
  render: (data) => (
    <MedalPage {...data}>
      <withdrawFromCompany.Button
        at={{ settlement: data.subject.settlement.slug, company: data.subject.card.slug }}
        kind="quiet-danger"
        icon="undo"
      >
        {texts.withdraw}
      </withdrawFromCompany.Button>
    </MedalPage>
  ),
});
