import { expect, test } from 'vitest'
import { startApp } from '#test/harness'

const app = startApp()

/**
 * Tables with a day, a time or a time id in their key that are one table all the same, each with what bounds its rows. A table that has
 * a row for each event is not among them: it is partitioned by its time.
 */
const bounded: Readonly<Record<string, string>> = {
  account_day: 'a row for each account and day of the books, which are kept for good',
  archive_day: 'a row for each table and day in files, deleted with them',
  business_clock: 'a row for each change of the setting',
  cap_use:
    'a row for each plan, organization or pair with a channel and span of a cap; spans that are over are deleted',
  channel_flow: 'a row for each change of the flow of a channel',
  collection_day: 'a row for each collection account and day',
  delivery_count: 'a row for each target, event and day',
  error_day: 'a row for each kind of error and day, deleted with its error',
  error_hour: 'a row for each kind of error and hour, deleted with its error',
  hook_day: 'a row for each postback and day',
  open_day_use: 'a row for each channel and day',
  org_call: 'a row for each organization and slot of time, deleted after minutes',
  org_call_hour: 'a row for each organization and hour',
  plan_answer: 'a row for each plan and day',
  plan_snapshot: 'a row for each state of the plans with which a match ran, deleted with the last run',
  plan_why_not: 'a row for each plan, rule and day, deleted after days',
  push_tally: 'a row for each plan or organization and slot of time',
  report_alert_check: 'a row for each alert and check, for the days of its list',
  settlement_line: 'a row for each settlement, day and kind; the books are kept for good',
}

/** The tables with a day, a time or a time id in their key that have no partitions. */
const wholeTables = async (): Promise<string[]> =>
  (
    await app.pool.query<{ name: string }>(`
      select distinct c.relname as name from pg_class c join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
        join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relkind = 'r' and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and (a.atttypid in ('date'::regtype, 'timestamptz'::regtype, 'timestamp'::regtype)
          or pg_get_expr(d.adbin, d.adrelid) like '%time\\_id(%')
      order by 1`)
  ).rows.map(({ name }) => name)

test('a table that grows with events and has their time in its key is partitioned by it', async () => {
  expect(await wholeTables()).toEqual(Object.keys(bounded))
})

test('a table that is not is found, by a day, an instant or a time id in its key', async () => {
  const wrong = {
    wrong_day: 'day date, user_id bigint, primary key (user_id, day)',
    wrong_hour: 'hour timestamptz(3) primary key',
    wrong_id: 'id bigint primary key default time_id()',
  }
  for (const [name, columns] of Object.entries(wrong))
    await app.pool.query(`create table ${name} (${columns})`)
  await app.pool.query('create table right_day (day date primary key) partition by range (day)')
  expect((await wholeTables()).filter((name) => !(name in bounded))).toEqual(Object.keys(wrong))
  for (const name of [...Object.keys(wrong), 'right_day']) await app.pool.query(`drop table ${name}`)
})
