-- Who is told that somebody claims a company decides on that, which the public card does not let them.
update notification set url = '/platform' || url
 where key = 'notifications.company_claimed' and url like '/companies/%';
update letter_item set url = '/platform' || url
 where key = 'notifications.company_claimed' and url like '/companies/%';
