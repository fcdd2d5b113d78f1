-- Who registered from an address within an hour is found by one index. With the address alone, PostgreSQL would read everyone who
-- registered in that hour, for each person that is judged.
drop index user_ip_idx;
create index user_ip_idx on "user" (ip, created_at);
