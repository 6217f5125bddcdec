import { first, type Inputs, type ToolCaller } from './demo-context.ts';

const here = ({ settlement }: ToolCaller) => ({ settlement: settlement.slug });

async function findArticle(turn: ToolCaller): Promise<{ article: string }> {
  const { articles } = await turn.as.resident.list_knowledge_articles({});
  return { article: first(articles).slug };
}

async function findRevision(turn: ToolCaller): Promise<{ article: string; revision: string }> {
  const { article } = await findArticle(turn);
  const { revisions } = await turn.rest.list_knowledge_revisions({ article });
  return { article, revision: first(revisions).id };
}

/** Inputs of the reading tools, found in the demonstration by the caller. */
export const readingInputs = {
  list_places: () => ({ q: 'о' }),
  async list_tagged(turn) {
    const { articles } = await turn.as.resident.list_articles(here(turn));
    for (const { slug } of articles) {
      const { data } = await turn.as.resident.show_article({ ...here(turn), article: slug });
      const [tag] = data.tags;
      if (tag === undefined || data.visibility !== 'public') continue;
      return { ...here(turn), tag };
    }
    throw new Error('No public article of the demonstration has a tag.');
  },
  list_companies: here,
  show_company: async (turn) => ({
    company: first((await turn.as.resident.list_companies(here(turn))).companies).id,
  }),
  list_my_devices: () => ({}),
  async list_sensor_readings({ rest }) {
    const connections = (await rest.list_my_devices({})).data;
    const sensors = connections.flatMap(({ devices }) => devices.flatMap((device) => device.sensors));
    return { sensor: first(sensors).id, step: 'hour' };
  },
  list_articles: here,
  list_my_articles: () => ({}),
  async show_article(turn) {
    return { ...here(turn), article: first((await turn.rest.list_articles(here(turn))).articles).slug };
  },
  list_knowledge_articles: () => ({}),
  list_knowledge_queue: () => ({}),
  list_knowledge_revisions: findArticle,
  async quote_knowledge_article({ rest }) {
    const { data } = await rest.search_shared_knowledge({ question: 'как утеплить дом' });
    return { passage: first(data.passages).id };
  },
  search_shared_knowledge: () => ({ question: 'когда обрезать яблоню', limit: 3 }),
  show_knowledge_article: findArticle,
  async show_knowledge_figure({ rest }) {
    for (const question of ['схема септика', 'схема колодца', 'устройство дренажа', 'план теплицы']) {
      const [figure] = (await rest.search_shared_knowledge({ question })).data.figures;
      if (figure !== undefined) return { article: figure.article, figure: Number(figure.id) };
    }
    throw new Error('The demonstration has no figure.');
  },
  show_knowledge_revision: findRevision,
  list_media: (turn) => ({ ...here(turn), limit: 5 }),
  list_conversations: () => ({}),
  list_messages: async ({ rest }) => ({
    conversation: first((await rest.list_conversations({})).conversations).id,
  }),
  list_notifications: () => ({}),
  show_notification_preferences: () => ({}),
  list_buildings: (turn) => ({ ...here(turn), limit: 10 }),
  list_my_parcels: () => ({}),
  list_parcel_objects: ({ plot }) => ({ parcel: plot.id }),
  list_parcels: (turn) => ({ ...here(turn), limit: 5 }),
  async show_parcel_object({ rest, plot }) {
    const { objects } = await rest.list_parcel_objects({ parcel: plot.id });
    return { parcel: plot.id, object: first(objects).id };
  },
  list_change_proposals: here,
  list_my_change_proposals: () => ({}),
  list_reviews: (turn) => ({ ...here(turn), subject_type: 'company', subject_id: turn.company }),
  list_contacts: here,
  list_residents: (turn) => ({ ...here(turn), limit: 20 }),
  list_settlements: () => ({}),
  measure_shapes: (turn) => ({
    ...here(turn),
    parcel: turn.plot.number,
    shapes: [
      {
        type: 'line',
        points: [
          { latitude: 56.3, longitude: 37.5 },
          { latitude: 56.3001, longitude: 37.5002 },
        ],
      },
    ],
  }),
  async shape_settlement_boundary(turn) {
    const { parcels } = await turn.rest.list_parcels({ ...here(turn), limit: 3 });
    return { ...here(turn), parcels: parcels.map(({ id }) => id), snap: true };
  },
  show_settlement: here,
  list_tasks: () => ({}),
  show_task: async ({ rest }) => ({ task: first((await rest.list_tasks({})).tasks).id }),
  show_interface_settings: () => ({}),
  show_me: () => ({}),
} satisfies Partial<Inputs>;
