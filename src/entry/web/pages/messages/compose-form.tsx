import type { Text } from '../../../../base/i18n/text.ts';
import { maxMessageMedia } from '../../../../domain/rules/media-access.ts';
import type { listFormPhotos } from '../../loaders/form-photographs.ts';
import type { PhotoSubject } from '../../page/photographs.ts';
import { FieldError } from '../../ui/field.tsx';
import { Form, useField } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { say } from '../../ui/language-context.ts';
import { PhotoField } from '../../ui/photo-field.tsx';
import * as labels from '../../words/labels.ts';

export const texts = {
  message: labels.message,
  send: labels.send,
} as const satisfies Record<string, Text>;

type ComposeFormProps = {
  readonly action: string;
  readonly subject: PhotoSubject;
  readonly photos: ReturnType<typeof listFormPhotos>;
};

/** Message form below a conversation; refused input stays in it, with the error above. */
export function ComposeForm({ action, subject, photos }: ComposeFormProps) {
  return (
    <Form id="send" class="compose" action={action} multipart enhance outbox="" draft={`send ${action}`}>
      <PhotoField subject={subject} most={maxMessageMedia} photos={photos} />
      <BodyField />
      <button class="icon-button send" type="submit">
        <Icon name="send" />
        <span class="unseen">{texts.send}</span>
      </button>
    </Form>
  );
}

/** Optional: a message may consist of photographs alone. */
function BodyField() {
  const { id, kept, messages, aria } = useField('body');
  return (
    <>
      <FieldError id={id} messages={messages} />
      <label class="unseen" for={id}>
        {texts.message}
      </label>
      <textarea
        class="input"
        id={id}
        name="body"
        rows={1}
        maxLength={5000}
        placeholder={say(texts.message)}
        value={String(kept ?? '')}
        {...aria}
      />
    </>
  );
}
