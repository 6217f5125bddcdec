import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Refusal } from '../../../../domain/kernel/refusal.ts';
import { edit_article } from '../../../../features/operations/journal/edit_article.ts';
import { remove_article } from '../../../../features/operations/journal/remove_article.ts';
import { show_article } from '../../../../features/operations/journal/show_article.ts';
import { set_media_subject } from '../../../../features/operations/media/set_media_subject.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Buttons } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Card } from '../../ui/card.tsx';
import { readReason } from '../../ui/decision.tsx';
import { BoardHidingForm, HiddenNotice } from '../../ui/hidden-by-board.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PhotoStrip } from '../../ui/photo-strip.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { type CountedNoun, formatCount } from '../../words/shared-texts.ts';

export const texts = {
  title: { en: 'Remove entry', ru: 'Убрать запись' },
  hide: { en: 'Hide it', ru: 'Скрыть' },
  hideTitle: { en: 'Hide: only you and the board will see it', ru: 'Скрыть: увидите только вы и правление' },
  hideWhy: {
    en: 'The text stays and can be shown again.',
    ru: 'Текст останется, его можно будет снова показать.',
  },
  hideOther: { en: 'Hide it from others', ru: 'Скрыть от других' },
  hideOtherWhy: {
    en: 'Only the author and the board will see it. The author is told why and may change it.',
    ru: 'Видеть её будут автор и правление. Автор узнает причину и сможет запись поправить.',
  },
  showTitle: { en: 'Show it again', ru: 'Снова показать' },
  showWhy: {
    en: 'The people the author chose will see it again. The author is told.',
    ru: 'Её снова увидят те, кого выбрал автор. Автору придёт уведомление.',
  },
  hiddenByBoard: { en: 'Hidden. The author has been told why.', ru: 'Скрыто. Автору сообщили причину.' },
  shown: { en: 'Shown again. The author has been told.', ru: 'Снова видно. Автору сообщили.' },
  hidden: { en: 'Hidden. Only you and the board see it.', ru: 'Скрыто. Видите только вы и правление.' },
  remove: { en: 'Remove for good', ru: 'Удалить навсегда' },
  removeTitle: { en: 'Remove for good', ru: 'Удалить навсегда' },
  removeWhy: {
    en: 'Nobody can bring it back, not even the board.',
    ru: 'Вернуть не сможет никто, даже правление.',
  },
  removed: { en: 'Removed.', ru: 'Удалено.' },
  stands: { en: 'Only in this entry', ru: 'Только в этой записи' },
  standsWhy: {
    en: 'With the entry they would be lost. Move them to the other photographs first; then the entry can be removed.',
    ru: 'С записью они бы пропали. Перенесите их к остальным фотографиям, и запись можно будет удалить.',
  },
  move: { en: 'Keep the photographs', ru: 'Перенести фотографии' },
  moved: {
    en: 'The photographs are kept. Now the entry can be removed.',
    ru: 'Фотографии перенесены. Теперь запись можно удалить.',
  },
  notYours: {
    en: 'Only the author can remove this entry, and only the board can hide it.',
    ru: 'Удалить эту запись может только автор, скрыть — правление.',
  },
} as const satisfies Record<string, Text>;

const photographs: CountedNoun = {
  en: { one: 'photograph', other: 'photographs' },
  ru: { one: 'фотография', few: 'фотографии', many: 'фотографий' },
};

type Shown = z.output<typeof show_article.output>['data'];

const remove = form(remove_article, {
  path: paths.removeArticle,
  isButton: true,
  done: () => ({ to: paths.myArticles, notice: texts.removed }),
});

const hide = form(edit_article, {
  path: paths.hideArticle,
  given: (_, request) =>
    request.text('decision') === 'show'
      ? { visibility: 'public' as const }
      : { visibility: 'private' as const, reason: readReason(request.form) || null },
  done: ({ data }, { settlement }, { text }) => ({
    to: fillPath(paths.article, { settlement, article: data.slug }),
    notice: text('decision') === 'show' ? texts.shown : data.hidden ? texts.hiddenByBoard : texts.hidden,
  }),
});

/** What the board may do with somebody's diary entry. */
function BoardHiding({ settlement, article }: { settlement: string; article: Shown }) {
  const address = { settlement, article: article.slug };
  const isHidden = article.hidden !== undefined;
  return (
    <Screen
      title={isHidden ? texts.showTitle : texts.hideOther}
      parent={{ href: fillPath(paths.article, address), text: article.title }}
    >
      {article.hidden && (
        <HiddenNotice reason={article.hidden.reason} settlement={settlement} isAuthor={false} />
      )}
      <Card>
        <div class="stack">
          <p>{isHidden ? texts.showWhy : texts.hideOtherWhy}</p>
          <BoardHidingForm action={fillPath(paths.hideArticle, address)} isHidden={isHidden} />
        </div>
      </Card>
    </Screen>
  );
}

export const removeArticlePage = definePage({
  path: paths.removeArticle,
  access: 'signed-in',
  texts,
  async load({ settlement, article }, pageRequest) {
    const [{ settlement: place }, { data: shown }] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      pageRequest.call(show_article, { settlement, article }),
    ]);
    if (!shown.may_hide) throw new Refusal({ kind: 'forbidden', text: texts.notYours });
    const owned = shown.photographs.filter(({ subject }) => subject.type === 'article');
    return { settlement: place.slug, article: shown, owned };
  },
  actions: {
    remove,
    hide,
    // To the plot of a diary, else to the settlement: the default subject of such photographs.
    movePhotos: {
      path: paths.moveArticlePhotos,
      isButton: true,
      async perform({ settlement, article }, { call }) {
        const { data } = await call(show_article, { settlement, article });
        const home =
          data.parcel_id === null
            ? { subject_type: 'settlement', subject_id: data.settlement_id }
            : { subject_type: 'parcel', subject_id: data.parcel_id };
        for (const { id, subject } of data.photographs)
          if (subject.type === 'article') await call(set_media_subject, { media: id, ...home });
        return { to: fillPath(paths.removeArticle, { settlement, article }), notice: texts.moved };
      },
    },
  },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, article, owned }, { language }) => {
    const address = { settlement, article: article.slug };
    if (!article.may_remove) return <BoardHiding settlement={settlement} article={article} />;
    return (
      <Screen title={texts.title} parent={{ href: fillPath(paths.article, address), text: article.title }}>
        {article.visibility !== 'private' && (
          <Card heading={{ id: 'hide', title: texts.hideTitle }}>
            <div class="stack">
              <p>{texts.hideWhy}</p>
              <Buttons>
                <hide.Button at={address} icon="lock">
                  {texts.hide}
                </hide.Button>
              </Buttons>
            </div>
          </Card>
        )}
        <Card heading={{ id: 'remove', title: texts.removeTitle }}>
          <div class="stack">
            {owned.length > 0 ? (
              <>
                <Notice
                  tone="warn"
                  title={`${texts.stands[language]}: ${formatCount(language, owned.length, photographs)}`}
                >
                  {texts.standsWhy}
                </Notice>
                <PhotoStrip
                  photos={owned.flatMap(({ renditions: { thumb, large }, caption }) =>
                    thumb
                      ? {
                          href: (large ?? thumb).path,
                          src: thumb.path,
                          alt: caption || labels.photograph[language],
                        }
                      : [],
                  )}
                />
                <Buttons>
                  <ButtonForm action={fillPath(paths.moveArticlePhotos, address)} kind="quiet" icon="image">
                    {texts.move}
                  </ButtonForm>
                </Buttons>
              </>
            ) : (
              <>
                <p>{texts.removeWhy}</p>
                <Buttons>
                  <remove.Button at={address} kind="quiet-danger" icon="remove">
                    {texts.remove}
                  </remove.Button>
                </Buttons>
              </>
            )}
          </div>
        </Card>
      </Screen>
    );
  },
});
