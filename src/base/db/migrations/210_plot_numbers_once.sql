-- A plot number means one plot in its settlement. Where several carry it, the one that was there first keeps it; the
-- others take their cadastral number, or the number with a count behind it where that is none or taken as well.
do $$
declare
  double record;
  wanted text;
  attempt integer;
begin
  for double in
    select p.id, p.settlement_id, p.number, p.cadastral_number
      from (select p.*, row_number() over (partition by p.settlement_id, p.number_key order by coalesce(b.came, 0), p.id) as place
              from parcel p
              left join (select x.settlement_id, l.id, max(x.id) as came
                           from settlement_boundary x cross join unnest(x.linked) l (id) group by 1, 2) b
                on b.settlement_id = p.settlement_id and b.id = p.id
             where p.settlement_id is not null) p
     where p.place > 1
     order by p.settlement_id, p.id
  loop
    wanted := case when length(double.cadastral_number) between 1 and 40 then double.cadastral_number end;
    attempt := 1;
    while wanted is null or exists (
      select 1 from parcel q where q.settlement_id = double.settlement_id and q.id <> double.id
         and q.number_key = replace(regexp_replace(lower(wanted), '\s+', '', 'g'), 'ё', 'е'))
    loop
      attempt := attempt + 1;
      wanted := left(double.number, 30) || '/' || attempt;
    end loop;
    -- Identifiers are never given twice, so the plot's own serves for the one note that is made here.
    insert into parcel_change (id, parcel_id, before, source, changed_at)
    values (double.id, double.id, jsonb_build_object('number', double.number), 'plot numbers made unique', now());
    update parcel set number = wanted, number_key = replace(regexp_replace(lower(wanted), '\s+', '', 'g'), 'ё', 'е'),
           updated_at = now()
     where id = double.id;
  end loop;
end $$;

-- Judged when a statement ends, so that one statement may exchange numbers. Land in no settlement has a null there,
-- which equals nothing.
alter table parcel add constraint parcel_number_once unique (settlement_id, number_key) deferrable initially immediate;
drop index parcel_number;
