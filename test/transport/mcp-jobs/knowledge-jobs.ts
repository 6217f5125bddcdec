import assert from 'node:assert/strict';
import type { Job } from './plot-jobs.ts';

/** Questions to the knowledge base, and work on it. */
export const knowledgeJobs: Record<string, Job> = {
  async 'a misspelt question, answered with a quotation'({ troupe }) {
    const anybody = troupe.assistant(null, 'public');
    const found = await anybody.call('search_shared_knowledge', {
      question: 'как утеплить скважену на зиму',
      limit: 3,
    });
    const quoted = await anybody.call('quote_knowledge_article', {
      passage: found.text('data.passages.0.id'),
    });
    assert.ok(quoted.text('data.text').length > 0);
    assert.match(quoted.text('data.article.url'), /^https?:\/\//);
  },

  async 'one section of a long article'({ troupe }) {
    const anybody = troupe.assistant(null, 'public');
    const found = await anybody.call('search_shared_knowledge', { question: 'септик', limit: 1 });
    const article = found.text('data.passages.0.source_id');
    const refused = await anybody.refused('show_knowledge_article', { article, section: 'нет такого' });
    const [section] = refused.at('sections') as string[];
    const part = await anybody.call('show_knowledge_article', { article, section });
    const whole = await anybody.call('show_knowledge_article', { article });
    assert.ok(whole.text('body').includes(part.text('body').slice(0, 40)));
    assert.ok(part.text('body').length < whole.text('body').length);
  },

  async 'a text submitted, returned with a reason, corrected and approved'({ stage, troupe }) {
    const [resident, moderator] = [
      troupe.assistant('resident', 'resident'),
      troupe.assistant('moderator', 'platform'),
    ];
    const written = await resident.call('write_knowledge_article', {
      title: stage.fresh(),
      body: '# Колодец\n\nЧистить раз в год.',
      category: 'water_and_well',
      publish: true,
    });
    const article = written.text('id');
    const revisionOf = async () => {
      const queue = await moderator.call('list_knowledge_queue');
      return String(queue.list('revisions').find(({ article_id }) => article_id === article)?.id);
    };
    await moderator.call('reject_knowledge_revision', {
      article,
      revision: await revisionOf(),
      reason: 'Чем чистить?',
    });
    await resident.call('edit_knowledge_article', {
      article,
      replace: [{ old: 'раз в год', new: 'раз в год насосом' }],
    });
    await resident.call('publish_knowledge_article', { article });
    await moderator.call('approve_knowledge_revision', { article, revision: await revisionOf() });
    const anybody = troupe.assistant(null, 'public');
    assert.match((await anybody.call('show_knowledge_article', { article })).text('body'), /насосом/);
  },

  async 'an earlier revision of an article restored'({ stage, troupe }) {
    const moderator = troupe.assistant('moderator', 'platform');
    const title = stage.fresh();
    const made = await moderator.call('write_knowledge_article', {
      title,
      body: 'Первый текст.',
      publish: true,
    });
    const article = made.text('id');
    await moderator.call('edit_knowledge_article', { article, body: 'Второй текст.' });
    const history = await moderator.call('list_knowledge_revisions', { article });
    const revision = String(history.list('revisions').at(-1)?.id);
    await moderator.confirmed('roll_back_knowledge_article', { article, revision });
    assert.equal((await moderator.call('show_knowledge_article', { article })).text('body'), 'Первый текст.');
  },
};
