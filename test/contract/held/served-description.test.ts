import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService } from '../../harness/service.ts';
import { fetchServedApi, type ServedApi } from '../served-api.ts';

interface Schema {
  type?: string;
  enum?: string[];
  anyOf?: Schema[];
  minimum?: number;
  properties?: Record<string, Schema>;
}
interface Described {
  operationId: string;
  tags: string[];
  'x-scope': string;
  'x-mcp-audiences': string[];
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}

/** What the contract says of the interface as a whole, read from the served OpenAPI document and tool lists. */
describe('the served description', () => {
  let api: ServedApi;
  let operations: Described[];
  before(async () => {
    api = await fetchServedApi(await startService());
    operations = Object.values(api.openapi.paths).flatMap((methods) => Object.values(methods) as Described[]);
  });
  const inputOf = (name: string, field: string): Schema => {
    const { parameters = [], requestBody } =
      operations.find(({ operationId }) => operationId === name) ?? assert.fail(name);
    const found =
      parameters.find((parameter) => parameter.name === field)?.schema ??
      requestBody?.content['application/json']?.schema.properties?.[field];
    return found?.anyOf?.[0] ?? found ?? assert.fail(`${name} takes no ${field}`);
  };

  it('is OpenAPI 3.1 whose version is 1', () => {
    const { openapi, info } = api.openapi as unknown as { openapi: string; info: { version: string } };
    assert.match(openapi, /^3\.1\./);
    assert.equal(info.version, '1');
  });

  it('has every path under /api/v1/', () => {
    for (const path of Object.keys(api.openapi.paths)) assert.match(path, /^\/api\/v1\//);
  });

  it('has 85 operations under the fourteen tags', () => {
    assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, 85);
    assert.equal(operations.length, 85);
    assert.deepEqual(
      [...new Set(operations.flatMap(({ tags }) => tags))].sort(),
      'Common Company Device Journal Knowledge Media Messenger Notification Parcel Proposal Review Settlement Task User'.split(
        ' ',
      ),
    );
    for (const { tags } of operations) assert.equal(tags.length, 1);
  });

  it('gives every listed operation its tag', () => {
    const tagged = {
      Common: 'list_tagged',
      Device: 'list_my_devices',
      Journal: 'list_articles write_article show_article edit_article remove_article publish_article',
      Knowledge:
        'list_knowledge_articles write_knowledge_article show_knowledge_article edit_knowledge_article remove_knowledge_article ' +
        'set_knowledge_article_cover publish_knowledge_article roll_back_knowledge_article search_shared_knowledge ' +
        'quote_knowledge_article show_knowledge_figure',
      Notification: 'list_notifications read_notification set_notification_preferences',
      Parcel: 'list_my_parcels list_buildings',
      Proposal: 'list_change_proposals withdraw_change_proposal',
      Review: 'list_reviews post_review withdraw_review',
      Settlement: 'list_settlements set_settlement_boundary shape_settlement_boundary',
      User: 'save_interface_settings',
    };
    for (const [tag, names] of Object.entries(tagged))
      for (const name of names.split(' '))
        assert.deepEqual(operations.find(({ operationId }) => operationId === name)?.tags, [tag], name);
  });

  it('has the operations that the contract only names', () => {
    const names = operations.map(({ operationId }) => operationId);
    for (const name of [
      'list_contacts',
      'approve_change_proposal',
      'reject_change_proposal',
      'set_media_subject',
      'list_parcel_objects',
      'measure_shapes',
    ])
      assert.ok(names.includes(name), name);
  });

  it('names each tool like its operation, on every server that the operation lists', () => {
    assert.deepEqual(Object.keys(api.tools).sort(), [
      'company',
      'platform',
      'public',
      'resident',
      'settlement',
    ]);
    for (const [audience, tools] of Object.entries(api.tools)) {
      const listed = operations
        .filter((operation) => operation['x-mcp-audiences'].includes(audience))
        .map(({ operationId }) => operationId);
      const offered = tools.map(({ name }) => name);
      // Some are offered by role; none is offered under another name or elsewhere.
      assert.deepEqual(offered.filter((name) => !listed.includes(name)).sort(), [], audience);
      assert.ok(offered.length > 0, audience);
    }
    const offered = new Set(Object.values(api.tools).flatMap((tools) => tools.map(({ name }) => name)));
    assert.deepEqual(
      operations.map(({ operationId }) => operationId).filter((name) => !offered.has(name)),
      [],
    );
    for (const operation of operations) assert.ok(operation['x-mcp-audiences'].length > 0);
  });

  it('says of every operation that it may answer 422 and 429, with a token also 401 and 403', () => {
    for (const operation of operations) {
      const codes = Object.keys(operation.responses);
      const expected = operation['x-scope'] === 'public' ? ['422', '429'] : ['401', '403', '422', '429'];
      for (const code of expected) assert.ok(codes.includes(code), `${operation.operationId} ${code}`);
    }
  });

  it('has no parameter for a page number or an offset', () => {
    for (const { operationId, parameters = [] } of operations)
      for (const { name } of parameters)
        assert.doesNotMatch(name, /^(page|offset|skip|per_page)$/, operationId);
  });

  it('types as integers from 1 what the contract types so', () => {
    for (const [name, field] of [
      ['list_notifications', 'cursor'],
      ['list_settlements', 'cursor'],
      ['list_change_proposals', 'cursor'],
      ['read_notification', 'notification'],
      ['list_settlements', 'place'],
      ['list_reviews', 'subject_id'],
      ['list_reviews', 'cursor'],
      ['post_review', 'subject_id'],
      ['withdraw_review', 'subject_id'],
    ] as const)
      assert.deepEqual(
        [inputOf(name, field).type, inputOf(name, field).minimum],
        ['integer', 1],
        `${name}.${field}`,
      );
  });

  it('types other identifiers and opaque cursors as strings', () => {
    for (const [name, field] of [
      ['write_article', 'parcel_id'],
      ['write_article', 'cover_media_id'],
      ['edit_knowledge_article', 'base_revision_id'],
      ['roll_back_knowledge_article', 'revision'],
      ['set_knowledge_article_cover', 'media'],
      ['quote_knowledge_article', 'passage'],
      ['list_knowledge_articles', 'cursor'],
      ['list_articles', 'cursor'],
      ['list_buildings', 'cursor'],
      ['list_tagged', 'cursor'],
    ] as const)
      assert.equal(inputOf(name, field).type, 'string', `${name}.${field}`);
  });

  describe('lists the names of', () => {
    const lists = (name: string, field: string, values: string) =>
      assert.deepEqual(inputOf(name, field).enum, values.split(' '));
    it('kinds of settlements', () =>
      lists('list_settlements', 'kind', 'cottage_village snt dnp tsn village'));
    it('statuses of settlements', () =>
      lists('list_settlements', 'status', 'planned building completed populating populated'));
    it('purposes of buildings', () =>
      lists(
        'list_buildings',
        'purpose',
        'dwelling garden_house garage outbuilding non_residential structure unknown',
      ));
    it('sources of a boundary', () => lists('set_settlement_boundary', 'source', 'manual developer egrn'));
    it('kinds of articles', () => lists('write_article', 'kind', 'diary post guide announcement'));
    it('visibilities of articles', () =>
      lists('write_article', 'visibility', 'private residents settlement public'));
    it('visibilities of reviews', () =>
      lists('post_review', 'visibility', 'private residents settlement public'));
    it('medals', () => lists('post_review', 'medal', 'gold silver bronze dung'));
    it('subjects of reviews', () => lists('post_review', 'subject_type', 'contact company'));
    it('types of tagged items', () =>
      lists(
        'list_tagged',
        'type',
        'article media parcel_object task contact parcel company knowledge_article',
      ));
    it('views of objects', () => lists('save_interface_settings', 'objects_view', 'table tiles'));
    it('categories of the knowledge base', () => {
      const all =
        'land_and_garden lawn planting trees_and_shrubs beds_and_greenhouse soil_and_drainage pests_and_disease ' +
        'seasonal_work house_and_building foundation walls_and_roof insulation windows_and_doors bathhouse_and_shed ' +
        'terrace_and_gazebo repair_and_finishing utilities water_and_well septic_and_drains electricity gas_and_heating ' +
        'internet_and_signal waste fence_and_gate fencing gates_and_barriers paths_and_driveway lighting ' +
        'security_and_cameras documents cadastre_and_borders ownership permissions_and_notices taxes_and_benefits ' +
        'utilities_contracts neighbours_and_community association shared_costs disputes contractors winter_and_absence';
      for (const name of ['list_knowledge_articles', 'write_knowledge_article', 'edit_knowledge_article'])
        lists(name, 'category', all);
    });
  });
});
