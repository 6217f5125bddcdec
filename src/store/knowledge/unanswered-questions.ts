import type { Db } from '../../base/db/connect.ts';

/** New questions are dropped while there are as many. */
const maxQuestions = 2_000;
/** A question that came once may name somebody; it is forgotten unless it comes again. */
const shownDays = 2;
const maxDaysUnrepeated = 14;
const maxDays = 180;

export async function addUnansweredQuestions(
  db: Db,
  questions: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  await db`
    insert into unanswered_question (words, times, days, last_on)
    select words, times, 1, (${now}::timestamptz at time zone 'UTC')::date
      from unnest(${[...questions.keys()]}::text[], ${[...questions.values()]}::integer[]) as asked (words, times)
     where exists (select from unanswered_question known where known.words = asked.words)
        or (select count(*) from unanswered_question) < ${maxQuestions}
     order by words
    on conflict (words) do update
      set times = unanswered_question.times + excluded.times,
          days = unanswered_question.days + (excluded.last_on > unanswered_question.last_on)::integer,
          last_on = greatest(unanswered_question.last_on, excluded.last_on)`;
}

export interface UnansweredQuestion {
  words: string;
  times: number;
}

/** Those asked on several days, most often first. */
export function listUnansweredQuestions(db: Db, limit: number): Promise<UnansweredQuestion[]> {
  return db<UnansweredQuestion[]>`
    select words, times from unanswered_question
     where days >= ${shownDays} order by times desc, last_on desc, words limit ${limit}`;
}

export async function deleteOldUnansweredQuestions(db: Db, now: Date): Promise<void> {
  await db`
    delete from unanswered_question
     where last_on < (${now}::timestamptz at time zone 'UTC')::date
                     - case when days < ${shownDays} then ${maxDaysUnrepeated}::integer else ${maxDays}::integer end`;
}
