-- Imports by the command line are kept like those of pages: nobody's account, and for land around or buildings no settlement.
alter table land_import
  alter column account_id drop not null,
  alter column settlement_id drop not null;
