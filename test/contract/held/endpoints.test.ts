import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService } from '../../harness/service.ts';
import { ringAround } from '../../operations/settlement/land-fixtures.ts';
import { prepareEndpointRequests } from './endpoint-requests.ts';

type Requests = Awaited<ReturnType<typeof prepareEndpointRequests>>;

/** The endpoint tables of the contract, asked over HTTP: name, route, scope, success code and fields of the reply. */
describe('an endpoint of the contract', () => {
  let requests: Requests;
  const answers: Requests['answers'] = (...asked) => requests.answers(...asked);
  before(async () => {
    requests = await prepareEndpointRequests(await startService());
  });
  const full = ['id', 'slug', 'title', 'body', 'status', 'updated_at'];

  it('list_my_devices', () =>
    answers('list_my_devices', 'GET /devices/mine', 'mcp:read', [200, 'data'], {
      query: `settlement=${requests.known.settlementId}`,
    }));

  it('list_knowledge_articles', () =>
    answers('list_knowledge_articles', 'GET /knowledge/articles', 'public', [200, 'articles', 'cursor']));
  it('write_knowledge_article', () =>
    answers('write_knowledge_article', 'POST /knowledge/articles', 'mcp:write', [201, ...full], {
      body: { title: 'Забор', body: 'Столбы через два метра.', tags: ['забор'] },
    }));
  it('show_knowledge_article', () =>
    answers('show_knowledge_article', 'GET /knowledge/articles/{article}', 'public', [200, ...full], {
      article: 'advice',
    }));
  it('edit_knowledge_article', () =>
    answers('edit_knowledge_article', 'PATCH /knowledge/articles/{article}', 'mcp:write', [200, ...full], {
      article: 'advice',
      body: { category: 'water_and_well', note: 'раздел' },
    }));
  it('set_knowledge_article_cover', () =>
    answers(
      'set_knowledge_article_cover',
      'POST /knowledge/articles/{article}/cover',
      'mcp:write',
      [201, ...full, 'cover_media_id'],
      { as: 'moderator', article: 'advice', body: { media: null } },
    ));
  it('publish_knowledge_article', () =>
    answers(
      'publish_knowledge_article',
      'POST /knowledge/articles/{article}/publish',
      'mcp:write',
      [201, ...full],
      { article: 'advice' },
    ));
  it('roll_back_knowledge_article', () =>
    answers(
      'roll_back_knowledge_article',
      'POST /knowledge/articles/{article}/roll-back',
      'mcp:write',
      [201, ...full],
      { article: 'advice', body: { revision: requests.known.revision } },
    ));
  it('search_shared_knowledge', () =>
    answers(
      'search_shared_knowledge',
      'GET /knowledge/search',
      'public',
      [200, 'data.passages', 'data.figures'],
      { query: 'question=колодец' },
    ));
  it('quote_knowledge_article', () =>
    answers('quote_knowledge_article', 'GET /knowledge/passages/{passage}', 'public', [
      200,
      'data.id',
      'data.text',
      'data.article',
    ]));
  it('show_knowledge_figure', () =>
    answers(
      'show_knowledge_figure',
      'GET /knowledge/{article}/figures/{figure}',
      'public',
      [200, 'data.id', 'data.url', 'data.caption', 'data.text', 'data.article'],
      { article: 'advice' },
    ));
  it('remove_knowledge_article', () =>
    answers(
      'remove_knowledge_article',
      'DELETE /knowledge/articles/{article}',
      'mcp:write',
      [200, 'removed'],
      { as: 'moderator', article: 'advice' },
    ));

  it('list_settlements', () =>
    answers('list_settlements', 'GET /settlements', 'public', [200, 'settlements', 'cursor']));
  it('list_my_parcels', () => answers('list_my_parcels', 'GET /parcels/mine', 'mcp:read', [200, 'data']));
  it('list_buildings', () =>
    answers('list_buildings', 'GET /settlements/{settlement}/buildings', 'public', [
      200,
      'buildings',
      'cursor',
    ]));
  it('set_settlement_boundary', () =>
    answers(
      'set_settlement_boundary',
      'PATCH /settlements/{settlement}/boundary',
      'mcp:write',
      [200, 'data.ring', 'data.parcels', 'data.exclude', 'data.snap', 'data.source'],
      { as: 'editor', body: { ring: ringAround([0, 0], [0, 3]) } },
    ));
  it('shape_settlement_boundary', () =>
    answers(
      'shape_settlement_boundary',
      'POST /settlements/{settlement}/boundary/shape',
      'mcp:read',
      [201, 'data.ring', 'data.parcels', 'data.exclude', 'data.snap'],
      { as: 'editor', body: { ring: ringAround([0, 0], [0, 3]), source: 'egrn' } },
    ));

  const entries = '/settlements/{settlement}/articles';
  it('write_article', () =>
    answers(
      'write_article',
      `POST ${entries}`,
      'mcp:write',
      [201, 'data.id', 'data.body', 'data.mentions', 'data.tags', 'data.status'],
      { body: { parcel_id: '1', title: 'Лето', body: 'Жарко.' } },
    ));
  it('publish_article', () =>
    answers('publish_article', `POST ${entries}/{article}/publish`, 'mcp:write', [201, 'data.published_at'], {
      article: 'entry',
    }));
  it('list_articles', () =>
    answers('list_articles', `GET ${entries}`, 'public', [200, 'articles', 'cursor']));
  it('show_article', () =>
    answers('show_article', `GET ${entries}/{article}`, 'public', [200, 'data.body', 'data.mentions'], {
      article: 'entry',
    }));
  it('edit_article', () =>
    answers('edit_article', `PATCH ${entries}/{article}`, 'mcp:write', [200, 'data.excerpt', 'data.tags'], {
      article: 'entry',
      body: { tags: ['сад'] },
    }));
  it('remove_article', () =>
    answers('remove_article', `DELETE ${entries}/{article}`, 'mcp:write', [200, 'data.removed'], {
      article: 'slug',
    }));

  const proposals = '/settlements/{settlement}/change-proposals';
  it('list_change_proposals', () =>
    answers('list_change_proposals', `GET ${proposals}`, 'mcp:read', [200, 'proposals', 'cursor', 'open'], {
      as: 'editor',
    }));
  it('withdraw_change_proposal', () =>
    answers('withdraw_change_proposal', `DELETE ${proposals}/{proposal}`, 'mcp:write', [200]));

  const reviews = '/settlements/{settlement}/reviews';
  it('post_review', () =>
    answers('post_review', `POST ${reviews}`, 'mcp:write', [201, 'data.id', 'data.weight'], {
      body: { subject_type: 'contact', subject_id: requests.known.contact, medal: 'gold' },
    }));
  it('list_reviews', () =>
    answers('list_reviews', `GET ${reviews}`, 'public', [200, 'reviews', 'cursor'], {
      query: `subject_type=contact&subject_id=${requests.known.contact}`,
    }));
  it('withdraw_review', () =>
    answers('withdraw_review', `DELETE ${reviews}`, 'mcp:write', [200, 'withdrawn'], {
      query: `subject_type=contact&subject_id=${requests.known.contact}`,
    }));

  it('list_tagged', () =>
    answers('list_tagged', 'GET /settlements/{settlement}/tagged/{tag}', 'public', [
      200,
      'tag',
      'items',
      'cursor',
    ]));

  it('list_notifications', () =>
    answers('list_notifications', 'GET /notifications', 'mcp:read', [
      200,
      'notifications',
      'cursor',
      'unread',
    ]));
  it('read_notification', () =>
    answers('read_notification', 'POST /notifications/{notification}/read', 'mcp:write', [
      201,
      'read',
      'unread',
    ]));
  it('set_notification_preferences', () =>
    answers(
      'set_notification_preferences',
      'POST /notifications/preferences',
      'mcp:write',
      [201, 'channels', 'topics'],
      { body: { channels: { mail: true } } },
    ));
  it('save_interface_settings', () =>
    answers(
      'save_interface_settings',
      'POST /settings/interface',
      'mcp:write',
      [201, 'sticky_header', 'sticky_sidebar', 'assistant_width', 'skin', 'objects_view'],
      { body: { sticky_header: true } },
    ));

  it('gives identifiers as strings, and times with an offset from UTC', () => {
    assert.equal(requests.replies.length, 33);
    let [identifiers, times] = [0, 0];
    const walk = (value: unknown, name = ''): void => {
      if (Array.isArray(value)) for (const each of value) walk(each, name);
      else if (typeof value === 'object' && value !== null)
        for (const [inner, each] of Object.entries(value)) walk(each, inner);
      else if (value !== null && /^id$|_id$/.test(name)) {
        identifiers += 1;
        assert.match(String(typeof value === 'string' && value), /^\d+$/, name);
      } else if (value !== null && name.endsWith('_at')) {
        times += 1;
        assert.match(String(value), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/, name);
      }
    };
    for (const reply of requests.replies) walk(reply);
    assert.ok(identifiers > 50 && times > 20, `${identifiers} identifiers, ${times} times`);
  });
});
