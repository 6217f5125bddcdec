import { reindexKnowledge } from '../../features/knowledge/reindexing.ts';
import { withApp } from './app-session.ts';
import type { Command } from './command.ts';
import { createProgress } from './progress.ts';

export const reindexCommand: Command = {
  run: () =>
    withApp(async ({ database, app }) => {
      const progress = createProgress('Indexing the knowledge base');
      const { texts } = app.services;
      const parts = { pool: database.pool, texts, now: app.kernelDependencies.now, newId: app.newId };
      const { done, failed } = await reindexKnowledge(parts, (count, all) => progress.update(count, all));
      progress.end(`${done} articles`);
      const embedded = await app.services.semanticSearch.embedMissing();
      if (embedded > 0) console.error(`${embedded} passages embedded`);
      for (const { slug, reason } of failed) console.error(`${slug}: ${reason}`);
      return failed.length > 0 ? 1 : 0;
    }),
};
