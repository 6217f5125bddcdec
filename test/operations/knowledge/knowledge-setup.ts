import type { Client, InputOf, ReplyOf } from '../../../src/entry/client/client.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

export type FullArticle = ReplyOf<'write_knowledge_article'>;

/** Common setup of the knowledge base tests. */
export interface KnowledgeSetup {
  service: TestService;
  village: Village;
  /** resident is the author, neighbour a stranger with an account. */
  author: Client;
  stranger: Client;
  moderator: Client;
  anonymous: Client;
  write(input?: Partial<InputOf<'write_knowledge_article'>>, as?: Client): Promise<FullArticle>;
  /** Written by the author and published by the moderator. */
  publish(input?: Partial<InputOf<'write_knowledge_article'>>): Promise<FullArticle>;
}

export async function createKnowledgeSetup(): Promise<KnowledgeSetup> {
  const service = await startService();
  const village = await buildVillage(service);
  const { resident: author, neighbour: stranger, moderator } = village.clients;
  let count = 0;
  const write: KnowledgeSetup['write'] = (input = {}, as = author) => {
    count += 1;
    return as.write_knowledge_article({
      title: `Дренаж участка ${count}`,
      body: `Вода уходит по трубам.\n\n## Уклон\n\nНа метр трубы нужен один сантиметр уклона, вариант ${count}.`,
      ...input,
    });
  };
  return {
    service,
    village,
    author,
    stranger,
    moderator,
    anonymous: village.anonymous,
    write,
    async publish(input = {}) {
      const { id } = await write(input);
      return moderator.publish_knowledge_article({ article: id });
    },
  };
}
