import { join } from 'node:path'
import { mostImportRows } from '@kabao/contract/kernel/import'
import { userImport } from '@kabao/contract/users/user-import'
import { type RawBuilder, sql } from 'kysely'
import type { ListImport } from '#platform/imports/list-import'
import { type Row, userRows } from './rows.ts'

type Sql = RawBuilder<unknown>

/** The channels `c` that an administrator may import into. */
const isOpenTo = (adminId: Sql) => sql`(c.status = 'enabled' and (c.owner_id = ${adminId} or exists (
  select from admin_role a join role l on l.id = a.role_id where a.admin_id = ${adminId} and (l.is_super or l.data_scope = 'all'))))`

/** The rows with the channel that they name: by its code, else by its name if no other has it. */
const withChannel = (rows: Sql, adminId: Sql) => sql`(
  select r.*, c.id as channel_id, c.flow as channel_flow from ${rows} r left join (
    select n.channel, coalesce(byCode.id, byName.id) as id, coalesce(byCode.flow, byName.flow) as flow
    from (select distinct channel from ${rows} d) n
    left join lateral (select c.id, c.flow from channel c where c.code = lower(n.channel) and ${isOpenTo(adminId)}) byCode on true
    left join lateral (select min(c.id) as id, min(c.flow) as flow from channel c where c.name = n.channel and ${isOpenTo(adminId)}
      having count(*) = 1) byName on true
  ) c on c.channel = r.channel)`

/** Whether an entry of the blacklist holds today. */
const holds = (entry: string) => sql`coalesce(${sql.ref(`${entry}.expires_at`)}, 'infinity') > now()`

/** The rows with their channel, and why one is not added. */
const judged = (rows: Sql, adminId: Sql) => sql`(
  select r.*, case when r.channel_id is null then 'noChannel'
    when coalesce(r.flow, r.channel_flow) <> r.channel_flow then 'otherFlow'
    when u.id is not null then 'present'
    when p.id is not null or i.id is not null or b.id is not null then 'blacklisted' end as state
  from ${withChannel(rows, adminId)} r
  left join "user" u on u.phone = r.phone
  left join blacklist p on p.kind = 'phone' and p.value = r.phone and ${holds('p')}
  left join blacklist i on i.kind = 'idNumber' and i.value = r.listed and ${holds('i')}
  left join blacklist b on b.kind = 'idNumber' and b.value = r.listed_before and ${holds('b')})`

/** Whether a row has what the profile of a person needs. */
const isComplete = sql`num_nulls(nullif(name, ''), id_hash, gender, birthday, income_band, credit_band, house, car, social_insurance,
  housing_fund) = 0`

/** The import of people whom the company already has. Whoever is known stays as they are, whatever their channel. */
export const userListImport: ListImport<Row> = {
  name: 'user',
  endpoints: userImport,
  rows: userRows,
  reader: join(import.meta.dirname, 'user.reader.ts'),
  page: 'UserList',
  // A person is one user, whichever channel brought them, so a file is compared with the users of all.
  mayReveal: { point: 'user:reveal', scope: 'all' },
  alsoCompared: { mask: 'idMask', print: 'idPrint' },
  namesThere: ['noChannel', 'otherFlow'],
  // One statement in the order of the phones, as registrations are added: the two can wait for each other, but never in a circle.
  rowsAtOnce: mostImportRows,
  staged: {
    phone: 'text',
    name: 'text',
    idSealed: 'bytea',
    idHash: 'bytea',
    listed: 'text',
    listedBefore: 'text',
    birthday: 'date',
    gender: 'text',
    city: 'text',
    channel: 'text',
    flow: 'text',
    incomeBand: 'text',
    creditBand: 'text',
    house: 'boolean',
    car: 'boolean',
    socialInsurance: 'boolean',
    housingFund: 'boolean',
    occupation: 'text',
    registeredAt: 'timestamptz',
    consentText: 'text',
    consentAt: 'timestamptz',
  },
  there: (rows, adminId) =>
    sql`select distinct line, state from ${judged(rows, adminId)} r where state is not null`,
  // No step, no result and no use of a daily cap: the channel did not bring them, and only a push plan sends them on.
  // A conflict without columns, because no index on the phone alone is unique where people are divided (decision 125).
  async add(db, rows, { adminId, importId }) {
    const { rows: added } = await sql<{ count: number }>`
      with fit as materialized (
        select distinct on (phone) * from ${judged(rows, sql`${adminId}::bigint`)} r where state is null order by phone
      ), added as (
        insert into "user" (phone, name, id_number_sealed, id_number_hash, birthday, gender, city_code, channel_id, flow, source,
          income_band, credit_band, house, car, social_insurance, housing_fund, occupation, status, profiled_at, created_at, last_active_at, created_by, updated_by)
        select phone, nullif(name, ''), id_sealed, id_hash, birthday, gender, city, channel_id, channel_flow, 'import',
          income_band, credit_band, house, car, social_insurance, housing_fund, nullif(occupation, ''),
          case when ${isComplete} then 'profiled' else 'registered' end, case when ${isComplete} then now() end,
          coalesce(registered_at, now()), coalesce(registered_at, now()), ${adminId}, ${adminId}
        from fit order by phone on conflict do nothing returning id, phone
      ), consented as (
        insert into user_consent (user_id, import_id, text, given_at)
        select a.id, ${importId}, f.consent_text, f.consent_at from added a join fit f on f.phone = a.phone
      )
      select count(*)::int as count from added`.execute(db)
    return added[0]?.count ?? 0
  },
}
