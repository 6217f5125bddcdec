import fc from 'fast-check';
import { type Persona, personas } from '../../test/harness/village.ts';
import {
  change,
  claimants,
  isEditor,
  isResident,
  maySeeArticle,
  maySeeTask,
  mayWrite,
  type Visibility,
} from './model.ts';
import { call, type Door, doors, expectDone, idOf, pick, type Step } from './step.ts';
import { settlement, type World } from './world.ts';

const plots = { resident: '1', ...claimants } as const;
type Diarist = keyof typeof plots;
type Author = Diarist | 'editor' | 'neighbour';

const writeArticle = (author: Author, kind: 'diary' | 'post', visibility: Visibility, door: Door): Step => ({
  name: `${author} writes a ${kind}, ${visibility}, by ${door}`,
  isRead: false,
  bind(world) {
    const parcel_id = plots[author as Diarist] ?? '2';
    const text = { settlement, kind, title: 'Сад', body: 'Полили.', visibility };
    const input = { ...text, ...(kind === 'diary' && { parcel_id }) };
    return {
      send: (key) => call(world, { who: author, door, name: 'write_article', input, key }),
      judge: expectDone(
        (model) =>
          mayWrite(model, author) && (kind === 'diary' ? isResident(model, author) : isEditor(model, author)),
        (model, data) =>
          change(model, ({ articles }) => {
            articles.push({ id: idOf(data), kind, author, visibility, isPublished: false });
          }),
      ),
    };
  },
});

const publish = (who: Persona, at: number, door: Door): Step => ({
  name: `${who} publishes article ${at} by ${door}`,
  isRead: false,
  bind(world, model) {
    const article = pick(model.articles, at);
    if (article === undefined) return undefined;
    const { id } = article;
    const input = { settlement, article: id };
    return {
      send: (key) => call(world, { who, door, name: 'publish_article', input, key }),
      judge(present, answer) {
        const found = present.articles.find((each) => each.id === id);
        if (found === undefined) return answer.kind === 'refused' ? present : null;
        const isOwn = found.kind === 'diary' && found.author === who && isResident(present, who);
        const may = mayWrite(present, who) && (isOwn || isEditor(present, who));
        // What is published already may be said to be so.
        if (found.isPublished && may) return present;
        return expectDone(
          () => may,
          () =>
            change(present, ({ articles }) => {
              for (const each of articles) if (each.id === id) each.isPublished = true;
            }),
        )(present, answer);
      },
    };
  },
});

/** By its author alone, or a post by the board. */
const showTo = (at: number, visibility: Visibility, door: Door): Step => ({
  name: `the author of article ${at} shows it to ${visibility} by ${door}`,
  isRead: false,
  bind(world, model) {
    const article = pick(model.articles, at);
    if (article === undefined) return undefined;
    const { id, author: who } = article;
    const input = { settlement, article: id, visibility };
    return {
      send: (key) => call(world, { who, door, name: 'edit_article', input, key }),
      judge(present, answer) {
        const found = present.articles.find((each) => each.id === id);
        if (found === undefined) return null;
        const order: Visibility[] = ['private', 'residents', 'settlement', 'public'];
        const isNarrower = order.indexOf(visibility) <= order.indexOf(found.visibility);
        const may =
          mayWrite(present, who) &&
          (found.kind === 'post' ? isEditor(present, who) : isNarrower || isResident(present, who));
        return expectDone(
          () => may,
          () =>
            change(present, ({ articles }) => {
              for (const each of articles) if (each.id === id) each.visibility = visibility;
            }),
        )(present, answer);
      },
    };
  },
});

const lookAtArticle = (who: Persona, door: Door, at: number): Step => ({
  name: `${who} looks at article ${at} by ${door}`,
  isRead: true,
  bind(world, model) {
    const id = pick(model.articles, at)?.id;
    if (id === undefined) return undefined;
    return {
      send: () => call(world, { who, door, name: 'show_article', input: { settlement, article: id } }),
      judge: expectDone((present) =>
        present.articles.some((each) => each.id === id && maySeeArticle(present, who, each)),
      ),
    };
  },
});

/** Every page of a list. */
async function listAll(world: World, who: Persona, door: Door, name: string, field: string) {
  const shown: string[] = [];
  let cursor: unknown;
  do {
    const input = { settlement, ...(cursor ? { cursor } : {}) };
    const answer = await call(world, { who, door, name, input });
    if (answer.kind !== 'done') return answer;
    for (const { id } of answer.data[field] as { id: string }[]) shown.push(id);
    cursor = answer.data.cursor;
  } while (cursor);
  return { kind: 'done', data: { shown } } as const;
}

const listArticles = (who: Persona, door: Door): Step => ({
  name: `${who} lists articles by ${door}`,
  isRead: true,
  bind: (world) => ({
    send: () => listAll(world, who, door, 'list_articles', 'articles'),
    judge(model, answer) {
      if (answer.kind !== 'done') return null;
      const shown = new Set(answer.data.shown as string[]);
      return model.articles.every(
        (each) => shown.has(each.id) === (each.isPublished && maySeeArticle(model, who, each)),
      )
        ? model
        : null;
    },
  }),
});

const askBoard = (author: Diarist, visibility: Visibility, door: Door): Step => ({
  name: `${author} asks the board for something, ${visibility}, by ${door}`,
  isRead: false,
  bind: (world) => ({
    send: (key) =>
      call(world, {
        ...{ who: author, door, name: 'write_task', key },
        input: { settlement, kind: 'request', title: 'Фонарь не горит', visibility },
      }),
    judge: expectDone(
      (model) => mayWrite(model, author) && isResident(model, author),
      (model, data) =>
        change(model, ({ tasks }) => void tasks.push({ id: idOf(data), author, visibility, isDone: false })),
    ),
  }),
});

const finishTask = (who: Persona, at: number, door: Door): Step => ({
  name: `${who} says that request ${at} is done by ${door}`,
  isRead: false,
  bind(world, model) {
    const task = pick(model.tasks, at);
    if (task === undefined || task.isDone) return undefined;
    return {
      send: (key) =>
        call(world, { who, door, name: 'edit_task', input: { task: task.id, status: 'done' }, key }),
      judge: expectDone(
        (present) => mayWrite(present, who) && isEditor(present, who) && task.author !== who,
        (present) =>
          change(present, ({ tasks }) => {
            for (const each of tasks) if (each.id === task.id) each.isDone = true;
          }),
      ),
    };
  },
});

const lookAtTask = (who: Persona, door: Door, at: number): Step => ({
  name: `${who} looks at request ${at} by ${door}`,
  isRead: true,
  bind(world, model) {
    const id = pick(model.tasks, at)?.id;
    if (id === undefined) return undefined;
    return {
      send: () => call(world, { who, door, name: 'show_task', input: { task: id } }),
      judge: expectDone((present) =>
        present.tasks.some((each) => each.id === id && maySeeTask(present, who, each)),
      ),
    };
  },
});

const anybody = fc.constantFrom<Persona>(...personas);
const anyDoor = fc.constantFrom<Door>(...doors);
const anyVisibility = fc.constantFrom<Visibility>('private', 'residents', 'settlement', 'public');
const anyDiarist = fc.constantFrom<Diarist>('resident', 'newcomer', 'company');
const anyAuthor = fc.constantFrom<Author>('resident', 'newcomer', 'company', 'editor', 'neighbour');
const at = fc.nat(20);

export const textSteps = [
  fc
    .tuple(anyAuthor, fc.constantFrom('diary' as const, 'post' as const), anyVisibility, anyDoor)
    .map(([who, kind, visibility, door]) => writeArticle(who, kind, visibility, door)),
  fc.tuple(anyAuthor, at, anyDoor).map(([who, n, door]) => publish(who, n, door)),
  fc.tuple(at, anyVisibility, anyDoor).map(([n, visibility, door]) => showTo(n, visibility, door)),
  fc.tuple(anybody, anyDoor, at).map(([who, door, n]) => lookAtArticle(who, door, n)),
  fc.tuple(anybody, anyDoor).map(([who, door]) => listArticles(who, door)),
  fc
    .tuple(anyDiarist, anyVisibility, anyDoor)
    .map(([who, visibility, door]) => askBoard(who, visibility, door)),
  fc.tuple(anybody, at, anyDoor).map(([who, n, door]) => finishTask(who, n, door)),
  fc.tuple(anybody, anyDoor, at).map(([who, door, n]) => lookAtTask(who, door, n)),
] as const;
