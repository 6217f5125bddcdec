import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { startService } from '../harness/service.ts';
import type { Persona, Village } from '../harness/village.ts';
import { noise } from '../media/sample-pictures.ts';
import type { Browser, Page } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

let actors: OAuthTestClient;
let village: Village;
let picture: Buffer;
before(async () => {
  actors = await prepareOAuthTestClient(await startService());
  village = actors.village;
  picture = await noise(80, 60).jpeg().toBuffer();
});
const as = (persona: Persona) => signIn(actors.service, persona, 'ru');
const photo = (name = 'забор.jpg', bytes: Uint8Array = picture) => ({ name, bytes });
const broken = () => photo('битый.jpg', picture.subarray(0, 300));
const noPicture = () => photo('письмо.jpg', Buffer.from('просто текст, который назвали снимком'));
const huge = () => photo('огромный.jpg', Buffer.concat([picture, Buffer.alloc(40_000_001, 1)]));
const countOwn = async (persona: Persona, type: string) => {
  const rows = await actors.service.db`
    select id from media where owner_id = ${village.accounts[persona]} and subject_type = ${type}`;
  return rows.length;
};

describe('photographs of a task without JavaScript', () => {
  const title = 'Покосился забор';
  const fields = { to: 'board', title, body: '', due_on: '', other_day: '', repeats: '' };
  const taskOf = (page: Page) => page.location?.split('/').at(-1) ?? '';
  const show = async (task: string) => (await village.clients.resident.show_task({ task })).data;

  it('are attached to a new task once, also when the form is resubmitted, and only the board sees them', async () => {
    const resident = await as('resident');
    const form = await resident.get(paths.newTask);
    assert.match(form.html, /enctype="multipart\/form-data"/);
    const second = await noise(70, 50).jpeg().toBuffer();
    const done = await resident.submitFiles(form, paths.newTask, fields, [
      photo(),
      photo('столб.jpg', second),
    ]);
    assert.equal(done.status, 303, visibleText(done.html).slice(0, 400));
    const again = await resident.submitFiles(form, paths.newTask, fields, [
      photo(),
      photo('столб.jpg', second),
    ]);
    assert.equal(again.location, done.location);
    assert.equal((await show(taskOf(done))).photos.length, 2);
    const page = await (await as('editor')).get(done.location ?? '');
    assert.equal(
      page.html.match(/<img [^>]*alt="Фотографии \d"/g)?.length,
      2,
      'while they are made ready, too',
    );
    assert.equal((await (await as('neighbour')).get(done.location ?? '')).status, 404);
  });

  it('report which files were rejected, and keep the task', async () => {
    const resident = await as('resident');
    const form = await resident.get(paths.newTask);
    const done = await resident.submitFiles(form, paths.newTask, { ...fields, title: 'Другой столб' }, [
      noPicture(),
      broken(),
      huge(),
      photo(),
    ]);
    assert.equal(done.status, 303);
    const words = visibleText((await resident.get(done.location ?? '')).html);
    assert.match(words, /Отправлено\. Когда сделают, сообщим\. Не приняты: /);
    assert.match(words, /письмо\.jpg — [^.]*не является изображением/);
    assert.match(words, /битый\.jpg — [^.]*повреждён/);
    assert.match(words, /огромный\.jpg — [^.]*40 МБ/);
    assert.equal((await show(taskOf(done))).photos.length, 1);
  });

  it('are added by participants only, with or without a comment', async () => {
    const given = {
      settlement: village.settlement.slug,
      title: 'Общее дело',
      visibility: 'residents',
    } as const;
    const { data: task } = await village.clients.resident.write_task(given);
    const [at, action] = [
      fillPath(paths.task, { task: task.id }),
      fillPath(paths.commentTask, { task: task.id }),
    ];
    const add = async (browser: Browser, comment: string, files: ReturnType<typeof photo>[]) =>
      browser.submitFiles(await browser.get(at), action, { comment }, files);
    const [resident, editor] = [await as('resident'), await as('editor')];
    assert.equal((await add(resident, '', [photo()])).status, 303);
    assert.match(visibleText((await resident.get(at)).html), /Фотографии добавлены/);
    const worded = await add(editor, 'Вот как сейчас', [
      photo('сейчас.jpg', await noise(50, 50).jpeg().toBuffer()),
    ]);
    assert.equal(worded.status, 303);
    assert.equal((await show(task.id)).photos.length, 2);
    assert.equal((await show(task.id)).history.at(-1)?.comment, 'Вот как сейчас');

    const nothing = await add(resident, ' ', []);
    assert.equal(nothing.status, 422);
    assert.match(visibleText(nothing.html), /Сначала напишите что-нибудь/);
    const only = await add(resident, '', [broken()]);
    assert.equal(only.status, 422);
    assert.match(visibleText(only.html), /Не приняты: битый\.jpg/);

    const neighbour = await as('neighbour');
    const seen = await neighbour.get(at);
    assert.equal(seen.status, 200);
    assert.doesNotMatch(seen.html, /type="file"/, 'nobody is offered what would be refused');
    const refused = await add(neighbour, 'Мой длинный ответ', [photo()]);
    assert.equal(refused.status, 422);
    assert.match(visibleText(refused.html), /Фотографии к задаче добавляют её участники/);
    assert.match(refused.html, /Мой длинный ответ/);
    assert.equal((await show(task.id)).photos.length, 2);
  });
});

describe('photographs of a message without JavaScript', () => {
  const fields = { to: 'person', parcel: '2', company: '', body: 'Ваша кошка?' };
  const listed = async (browser: Browser, at: string) =>
    (await browser.get(at)).html.match(/<img [^>]*alt="Фотография[^"]*"/g)?.length ?? 0;

  it('are attached once and visible to participants of the conversation only', async () => {
    const resident = await as('resident');
    const form = await resident.get(paths.newMessage);
    const sent = await resident.submitFiles(form, paths.newMessage, fields, [photo('кошка.jpg')]);
    assert.equal(sent.status, 303, visibleText(sent.html).slice(0, 400));
    const again = await resident.submitFiles(form, paths.newMessage, fields, [photo('кошка.jpg')]);
    assert.equal(again.location, sent.location);
    assert.equal(await countOwn('resident', 'message'), 1);
    const at = sent.location ?? '';
    const neighbour = await as('neighbour');
    assert.deepEqual([await listed(resident, at), await listed(neighbour, at)], [1, 1]);
    for (const other of ['editor', 'moderator', 'newcomer', 'company'] as const)
      assert.equal((await (await as(other)).get(at)).status, 404, other);

    const answer = await neighbour.submitFiles(await neighbour.get(at), at, { body: '' }, [
      photo('моя.jpg', await noise(90, 60).jpeg().toBuffer()),
    ]);
    assert.equal(answer.status, 303, 'a picture alone is a message');
    const { messages } = await village.clients.resident.list_messages({
      conversation: at.split('/').at(-1) ?? '',
    });
    assert.deepEqual(
      messages.map(({ body, media }) => [body, media.length]),
      [
        ['Фотография', 1],
        ['Ваша кошка?', 1],
      ],
    );
  });

  it('are kept with a refused form and sent when it is resubmitted', async () => {
    const resident = await as('resident');
    const form = await resident.get(paths.newMessage);
    const before = await countOwn('resident', 'message');
    const refused = await resident.submitFiles(form, paths.newMessage, fields, [
      broken(),
      huge(),
      photo('целый.jpg', await noise(64, 64).jpeg().toBuffer()),
    ]);
    assert.equal(refused.status, 422);
    assert.match(
      visibleText(refused.html),
      /Пока ничего не отправлено\. Не приняты: битый\.jpg — [^.]*повреждён/,
    );
    assert.match(visibleText(refused.html), /огромный\.jpg — [^.]*40 МБ/);
    assert.match(refused.html, /Ваша кошка\?/);
    assert.equal(refused.html.match(/name="photo"/g)?.length, 1, 'the whole one waits with the form');
    const sent = await resident.submitFiles(refused, paths.newMessage, fields, []);
    assert.equal(sent.status, 303);
    assert.equal(await countOwn('resident', 'message'), before + 1);
    const { messages } = await village.clients.resident.list_messages({
      conversation: sent.location?.split('/').at(-1) ?? '',
    });
    assert.equal(messages[0]?.media.length, 1);

    const nobody = await resident.submitFiles(form, paths.newMessage, { ...fields, parcel: '3' }, [
      photo('а.jpg'),
    ]);
    assert.equal(nobody.status, 422);
    const less = await resident.submit(nobody, paths.newMessage, {
      ...fields,
      remove_photo: /name="photo" value="(\d+)"/.exec(nobody.html)?.[1] ?? '',
    });
    assert.equal(less.status, 200);
    assert.doesNotMatch(less.html, /name="photo"/);
    assert.match(less.html, /Ваша кошка\?/);
  });

  it('are limited to ten, and must belong to the sender', async () => {
    const [resident, neighbour] = [await as('resident'), await as('neighbour')];
    const form = await resident.get(paths.newMessage);
    const many = await Promise.all(
      Array.from({ length: 11 }, (_, index) =>
        noise(20 + index, 20)
          .jpeg()
          .toBuffer(),
      ),
    );
    const refused = await resident.submitFiles(
      form,
      paths.newMessage,
      fields,
      many.map((bytes, index) => photo(`${index}.jpg`, bytes)),
    );
    assert.equal(refused.status, 422);
    assert.match(visibleText(refused.html), /не больше 10 фотографий/);
    const foreign = /name="photo" value="(\d+)"/.exec(refused.html)?.[1] ?? '';
    assert.notEqual(foreign, '');
    const stolen = await neighbour.submit(await neighbour.get(paths.newMessage), paths.newMessage, {
      ...fields,
      parcel: '1',
      photo: foreign,
    });
    assert.equal(stolen.status, 422);
    assert.match(visibleText(stolen.html), /Снимок ждал слишком долго или уже отправлен/);
    assert.doesNotMatch(visibleText(stolen.html), /upload_media|media/);
  });
});
