-- Owners see their open invitations and cancel them; an invitation may also be a link that is shown or sent by hand.
alter table plot_code
  add column invitee text check (invitee <> ''),    -- as the owner wrote it: an address or a name; gone with the invitation
  drop constraint plot_code_check,
  add constraint plot_code_sent_is_invitation check (email_key is null or role is not null),
  add constraint plot_code_invitee_of_invitation check (invitee is null or role is not null);
