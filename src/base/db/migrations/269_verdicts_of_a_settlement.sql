-- The board reads all verdicts of its settlement, newest first.
create index review_of_settlement on review (settlement_id, id desc);
