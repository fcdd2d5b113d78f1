create table parcel (
  id bigint generated always as identity primary key,
  label text not null constraint parcel_label_key unique,
  created_at timestamptz(3) not null default now()
);
comment on column parcel.label is 'about a parcel, not about a user';
