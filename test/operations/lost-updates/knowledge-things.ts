import type { Stage } from './meeting-cases.ts';

/** A text of the resident that waits for a moderator. */
export async function submitKnowledge({ clients, word }: Stage) {
  const advice = { title: word(), body: word(), publish: true };
  const { id: article } = await clients.resident.write_knowledge_article(advice);
  const { revisions } = await clients.moderator.list_knowledge_revisions({ article });
  return { article, revision: String(revisions[0]?.id) };
}

/** An article in force, with its revision. */
export async function publishKnowledge(stage: Stage) {
  const { article, revision } = await submitKnowledge(stage);
  await stage.clients.moderator.approve_knowledge_revision({ article, revision });
  return { article, revision };
}
