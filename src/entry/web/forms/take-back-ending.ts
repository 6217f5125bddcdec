import type { Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { take_back_ending } from '../../../features/actions/take_back_ending.ts';
import { form } from '../page/form.tsx';
import { sanitizeNextPath } from '../server/visitor.ts';

export const texts = {
  takeBack: { en: 'Bring back', ru: 'Вернуть' },
  takenBack: { en: 'Restored. The person has been told.', ru: 'Вернули. Человеку сообщим.' },
  takenBackCard: { en: 'Brought back into the register.', ru: 'Вернули в реестр.' },
  cardLeft: {
    en: 'The card stays as it is: there is another one with the same email address.',
    ru: 'Карточка осталась выбывшей: с той же почтой уже есть другая.',
  },
  devicesLeft: {
    en: 'Some devices stay disconnected: someone else reads them now.',
    ru: 'Часть устройств осталась отключена: их уже подключил кто-то другой.',
  },
  secretNeeded: {
    en: 'Their devices wait for their passwords, which were erased.',
    ru: 'Устройства ждут пароля: его стёрли при снятии.',
  },
} as const satisfies Record<string, Text>;

export const takeBackEnding = form(take_back_ending, {
  path: paths.takeBackEnding,
  isButton: true,
  done({ left, resident, person }, { settlement }, { text }) {
    const page = resident
      ? fillPath(paths.resident, { settlement, resident })
      : person
        ? fillPath(paths.person, { settlement, person })
        : fillPath(paths.people, { settlement });
    const said = [
      resident ? texts.takenBack : texts.takenBackCard,
      ...(left.cards > 0 ? [texts.cardLeft] : []),
      ...(left.devices > 0 ? [texts.devicesLeft] : []),
      ...(left.devicesWithoutSecret > 0 ? [texts.secretNeeded] : []),
    ];
    return {
      to: sanitizeNextPath(text('to'), page),
      notice: {
        en: said.map(({ en }) => en).join(' '),
        ru: said.map(({ ru }) => ru).join(' '),
      },
    };
  },
});
