alter table membership add column reminded_at timestamptz(3);  -- when who claims the plot reminded the board, once
