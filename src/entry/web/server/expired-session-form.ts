import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Text } from '../../../base/i18n/text.ts';
import { paths } from '../../../base/site/paths.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import { type Page, type PageAction, Redirect } from '../page/page.ts';
import { formOf } from './csrf.ts';
import { tooLargeToRestoreText } from './form-body.ts';
import type { PageDependencies } from './page-dependencies.ts';
import { type SealedForm, sealForm } from './sealed-form.ts';
import {
  admitPageRequest,
  findFormId,
  pageAddress,
  type RerenderState,
  readFormValues,
  showPage,
} from './serve-page.ts';
import { reloadVisitor } from './visitor.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Forms posted here after their session expired are restored after signing in. */
    restoresExpiredForms?: boolean;
  }
  interface FastifyRequest {
    /** Account of the posted form, when the session it was rendered in has expired. */
    expiredFormAccount?: string;
    /** The form had files, which were discarded. */
    hadFiles?: boolean;
  }
}

export const texts = {
  signIn: {
    en: 'You were signed out in the meantime. Sign in, and what you wrote will be in the form again.',
    ru: 'Пока вы писали, вход закончился. Войдите\u00a0— и всё написанное снова будет в форме.',
  },
  tooLong: tooLargeToRestoreText,
  again: {
    en: 'You are signed in again. Look at what you wrote, and send it once more.',
    ru: 'Вы снова вошли. Проверьте, что написано, и отправьте ещё раз.',
  },
  newSession: {
    en: 'You have signed in again since this form was opened. Nothing is lost: send it once more.',
    ru: 'С тех пор как форма открыта, вы вошли заново. Ничего не потеряно: отправьте ещё раз.',
  },
  formGone: {
    en: 'You are signed in again, but the form that you filled in is no longer there: the service has been updated. What you wrote was not sent.',
    ru: 'Вы снова вошли, но формы, которую вы заполняли, больше нет: сервис тем временем обновили. Написанное не отправлено.',
  },
  files: {
    en: 'Photographs could not be kept: choose them again.',
    ru: 'Фотографии сохранить нельзя: выберите их заново.',
  },
} as const satisfies Record<string, Text>;

const withFiles = (text: Text, hadFiles: boolean): Text =>
  hadFiles ? { en: `${text.en} ${texts.files.en}`, ru: `${text.ru} ${texts.files.ru}` } : text;

/**
 * Handles a form posted after its session expired. It is never executed: its author gets it back to check and send
 * again.
 */
export async function handleExpiredForm(
  { page, name, action }: { page: Page; name: string; action: PageAction },
  login: Page,
  { request, reply, parts }: { request: FastifyRequest; reply: FastifyReply; parts: PageDependencies },
): Promise<FastifyReply> {
  const at = { request, reply, parts };
  const next = pageAddress(page, request);
  const hadFiles = request.hadFiles ?? false;
  if (request.visitor?.session) {
    const form = formOf(request);
    const forms = action.isButton ? {} : { [findFormId(form, name)]: { values: readFormValues(form) } };
    return showPageInstead(
      page,
      {},
      { forms, status: 409, notice: withFiles(texts.newSession, hadFiles) },
      at,
    );
  }
  if (action.isButton || page.secret)
    return reply.redirect(`${paths.login}?${new URLSearchParams({ next })}`, 303);
  const typed = sealForm(parts, {
    account: request.expiredFormAccount ?? '',
    page: page.path,
    names: request.params as Record<string, string>,
    action: name,
    form: findFormId(formOf(request), name),
    fields: [...formOf(request)],
    hadFiles,
  });
  const notice = typed === null ? texts.tooLong : withFiles(texts.signIn, hadFiles);
  const fields = { next, ...(typed !== null && { typed }) };
  return showPageInstead(login, { names: {}, fields }, { forms: {}, status: 401, notice }, at);
}

/** After signing in: renders the page of the form with its values restored. */
export async function showRestoredForm(
  { names, action, form = action, fields, hadFiles }: SealedForm,
  page: Page | undefined,
  at: { request: FastifyRequest; reply: FastifyReply; parts: PageDependencies },
): Promise<FastifyReply> {
  await reloadVisitor(at.request, at.parts);
  // Sealed before an update of the service that removed it.
  if (page?.actions?.[action] === undefined) throw new Refusal({ kind: 'not_found', text: texts.formGone });
  const kept = new URLSearchParams(fields.map(([name, value]) => [name, value]));
  const forms = { [form]: { values: readFormValues(kept) } };
  const notice = withFiles(texts.again, hadFiles);
  return showPageInstead(page, { names, fields: kept }, { forms, status: 200, notice }, at);
}

/** Renders another page in this request, as if the form had been posted to it. */
async function showPageInstead(
  page: Page,
  posted: { names?: Readonly<Record<string, string>>; fields?: Record<string, string> | URLSearchParams },
  shown: RerenderState,
  { request, reply, parts }: { request: FastifyRequest; reply: FastifyReply; parts: PageDependencies },
): Promise<FastifyReply> {
  if (posted.names) request.params = posted.names;
  if (posted.fields) request.body = new URLSearchParams(posted.fields);
  const pageRequest = await admitPageRequest(page, request, reply, parts);
  return pageRequest instanceof Redirect
    ? reply.redirect(pageRequest.path, 303)
    : showPage(page, pageRequest, shown);
}
