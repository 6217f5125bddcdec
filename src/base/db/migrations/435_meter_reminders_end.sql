-- A reminder of a reading ends once every meter of the plot that it is about was read for the board's day: whoever types
-- is not told by an email or a push that was still to come. `about` is `meter_reading:PLOT.KIND`.
create function meter_reading_ends_reminder() returns trigger language plpgsql as $$
declare
  plot bigint;
  kind_read text;
  due timestamptz;
begin
  select m.parcel_id, m.kind, ((r.month + s.meter_day - 8)::timestamp at time zone s.time_zone)
    into plot, kind_read, due
    from meter m
    join parcel p on p.id = m.parcel_id
    join settlement s on s.id = p.settlement_id
    join lateral (select max(month) as month from meter_reminder
                   where settlement_id = p.settlement_id and kind = m.kind) r on r.month is not null
   where m.id = new.meter_id;
  if plot is null or new.measured_at < due then return null; end if;
  if exists (
    select 1 from meter m
      left join sensor s on s.id = m.sensor_id left join device d on d.id = s.device_id
      left join device_connection c on c.id = d.connection_id
     where m.parcel_id = plot and m.kind = kind_read and m.for_board and m.ended_at is null
       and coalesce(c.provider = 'manual', true) and c.state is distinct from 'revoked'
       and not exists (select 1 from meter_reading r
                        where r.meter_id = m.id and r.taken_back_at is null and r.measured_at >= due))
  then return null; end if;
  perform end_waiting('meter_reading:' || plot || '.' || kind_read, 'typed', new.typed_by, new.created_at);
  return null;
end $$;
create trigger meter_reading_typed after insert on meter_reading
  for each row execute function meter_reading_ends_reminder();
