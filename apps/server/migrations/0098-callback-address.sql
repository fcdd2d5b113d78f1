-- Callbacks arrive at an address that cannot be guessed. Of one without a valid signature only the beginning and the hash are kept.

-- What the address for callbacks ends with: 122 random bits. Older versions of the service insert rows without it.
alter table collection
  add column callback_token text collate "C" not null default replace(gen_random_uuid()::text, '-', ''),
  -- Until when callbacks are also taken at the address with the id, which providers were given before; null: not at all.
  add column by_id_until timestamptz,
  add constraint collection_callback_token_key unique (callback_token),
  add constraint collection_callback_token_check check (callback_token ~ '^[0-9a-f]{32}$');
update collection set by_id_until = 'infinity';
comment on column collection.callback_token is 'random';

-- SHA-256 of a body of which only the beginning is kept.
alter table payment_callback add column body_hash bytea,
  add constraint payment_callback_body_hash_check check (octet_length(body_hash) = 32);
