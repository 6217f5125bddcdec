import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { listUnansweredQuestions } from '../../store/knowledge/unanswered-questions.ts';

const maxShown = 20;

export const list_unanswered_questions = defineOperation({
  name: 'list_unanswered_questions',
  summary:
    'What people asked the knowledge base for on several days and no article answered. For moderators.',
  scope: 'session',
  input: z.object({}),
  permit(_subject, caller) {
    permit(caller.isModerator || { en: 'This is for moderators.', ru: 'Это только для модераторов.' });
  },
  show: async (_, { db }) => ({ questions: await listUnansweredQuestions(db, maxShown) }),
});
