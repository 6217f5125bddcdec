-- A plot's outline a second time, in the form in which shaping a boundary needs it: ten thousand outlines are then read
-- as a few pieces of bytes instead of ten thousand pieces of JSON. It follows the geometry by itself.

-- Numbers of eight bytes, the highest first: how many parts; for each part how many rings; for each ring how many
-- corners, the last not repeating the first, and longitude and latitude of each.
create function packed_outline(geometry jsonb) returns bytea language sql immutable strict parallel safe as $$
  select float8send(count(*)) || coalesce(string_agg(part, ''::bytea), ''::bytea) from (
    select (
      select float8send(count(*)) || coalesce(string_agg(ring, ''::bytea), ''::bytea) from (
        select (
          select float8send(count(*)) || coalesce(
                   string_agg(float8send((corner ->> 0)::float8) || float8send((corner ->> 1)::float8), ''::bytea),
                   ''::bytea)
            from jsonb_array_elements(corners) with ordinality c (corner, place)
           where place = 1 or place < jsonb_array_length(corners) or corner <> corners -> 0
        ) as ring
          from jsonb_array_elements(rings) r (corners)
      ) closed
    ) as part
      from jsonb_array_elements(case when geometry ->> 'type' = 'Polygon' then jsonb_build_array(geometry -> 'coordinates')
                                     else geometry -> 'coordinates' end) p (rings)
  ) whole
$$;

alter table parcel add column outline bytea generated always as (packed_outline(geometry)) stored;
-- Coordinates do not compress; trying would only cost time.
alter table parcel alter column outline set storage external;
