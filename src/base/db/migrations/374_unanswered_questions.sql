-- Words that people asked the knowledge base for in vain. Nothing tells who asked; days are counted so that a question is
-- shown only when it came again.
create table unanswered_question (
  words    text primary key,
  times    integer not null,
  days     integer not null,
  last_on  date not null
);
