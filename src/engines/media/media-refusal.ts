import type { Text } from '../../base/i18n/text.ts';

export type MediaRefusalCode =
  | 'empty'
  | 'too_large'
  | 'wrong_type'
  | 'too_many_pixels'
  | 'too_complex'
  | 'damaged'
  | 'interrupted'
  | 'timed_out'
  | 'busy';

/** The only expected failure of this folder. `message` is in English; users see `text`. */
export class MediaRefusal extends Error {
  override readonly name = 'MediaRefusal';
  readonly code: MediaRefusalCode;
  readonly text: Text;

  constructor(code: MediaRefusalCode, text: Text, options?: ErrorOptions) {
    super(text.en, options);
    this.code = code;
    this.text = text;
  }
}

const formatMegabytes = (bytes: number) => String(Math.round(bytes / 100_000) / 10);
const formatMegapixels = (pixels: number) => String(Math.round(pixels / 100_000) / 10);

export const refuseMedia = {
  empty: () => new MediaRefusal('empty', { en: 'The file is empty.', ru: 'Файл пуст.' }),
  tooLarge: (maxBytes: number) =>
    new MediaRefusal('too_large', {
      en: `The file is larger than ${formatMegabytes(maxBytes)} MB.`,
      ru: `Файл больше ${formatMegabytes(maxBytes)} МБ.`,
    }),
  wrongType: () =>
    new MediaRefusal('wrong_type', {
      en: 'The file is not a JPEG, PNG, WebP, AVIF or HEIC picture, nor a PDF.',
      ru: 'Файл не является изображением JPEG, PNG, WebP, AVIF или HEIC и не PDF.',
    }),
  unwantedType: () =>
    new MediaRefusal('wrong_type', {
      en: 'A file of this type is not accepted here.',
      ru: 'Файл этого типа здесь не принимается.',
    }),
  tooManyPixels: (maxPixels: number) =>
    new MediaRefusal('too_many_pixels', {
      en: `The picture has more than ${formatMegapixels(maxPixels)} megapixels.`,
      ru: `В изображении больше ${formatMegapixels(maxPixels)} мегапикселей.`,
    }),
  tooComplex: (cause?: unknown) =>
    new MediaRefusal(
      'too_complex',
      {
        en: 'The picture has more parts than can be read here. Save it as JPEG and send that.',
        ru: 'Изображение собрано из слишком большого числа частей. Сохраните его в JPEG и отправьте снова.',
      },
      { cause },
    ),
  damaged: (cause?: unknown) =>
    new MediaRefusal(
      'damaged',
      { en: 'The file is damaged or incomplete.', ru: 'Файл повреждён или передан не полностью.' },
      { cause },
    ),
  interrupted: (cause?: unknown) =>
    new MediaRefusal(
      'interrupted',
      { en: 'The upload was cut short.', ru: 'Загрузка файла прервалась.' },
      { cause },
    ),
  timedOut: () =>
    new MediaRefusal('timed_out', {
      en: 'The file took too long to receive or to read.',
      ru: 'Приём или чтение файла заняли слишком много времени.',
    }),
  busy: () =>
    new MediaRefusal('busy', {
      en: 'Too many pictures are being read right now. Try again in a minute.',
      ru: 'Сейчас обрабатывается слишком много снимков. Повторите через минуту.',
    }),
};

export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw refusalFromAbort(signal);
}

/** Why the signal was aborted: a timeout, or the client disconnected. */
export function refusalFromAbort(signal: AbortSignal): MediaRefusal {
  const isTimeout = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
  return isTimeout ? refuseMedia.timedOut() : refuseMedia.interrupted(signal.reason);
}
