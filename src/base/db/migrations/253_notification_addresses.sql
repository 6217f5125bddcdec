-- Fragments of two pages become addresses of the thing itself.
create function pg_temp.page_of(url text, key text) returns text language sql immutable as $$
  select case
    when url like '/account#task-%' then regexp_replace(url, '^/account#task-', '/tasks/')
    when url like '/account#device-%' then regexp_replace(url, '^/account#device-', '/devices/connections/')
    when url like '/account#company-%' then regexp_replace(url, '^/account#company-', '/companies/')
    when url like '/account#conversation-%' then regexp_replace(url, '^/account#conversation-', '/messages/')
    when url like '/settlements/%#article-%' then regexp_replace(url, '#article-', '/articles/')
    when url like '/settlements/%#proposal-%' and key = 'notifications.proposal_waiting'
      then regexp_replace(url, '#proposal-', '/board/corrections/')
    when url like '/settlements/%#proposal-%' then '/me/requests'
    when url like '/settlements/%#resident-%' then regexp_replace(url, '#resident-', '/board/claims/')
    when url like '/settlements/%#residents' and key = 'notifications.residency_confirmed'
      then regexp_replace(url, '#residents$', '')
    when url like '/settlements/%#residents' then '/me/requests'
    when url like '/settlements/%#contact-%' then regexp_replace(url, '#contact-', '/directory/')
    when url like '/settlements/%#company-%' then regexp_replace(url, '^.*#company-', '/companies/')
    else url
  end
$$;
update notification set url = pg_temp.page_of(url, key) where url like '%#%';
update letter_item set url = pg_temp.page_of(url, key) where url like '%#%';
