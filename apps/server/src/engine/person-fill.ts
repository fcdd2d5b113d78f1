import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/** How many rows one statement looks at, and how many statements one run makes. */
const most = 2_000
const mostTimes = 50

/** The tables whose rows of before name no person, each with the column that names the push. */
const tables = { push_attempt: 'push_id', offer: 'id' } as const

/**
 * Names the person of rows that were stored before the column was, from the newest down, a part of them in each run. A row that comes
 * meanwhile has it already. @returns how many rows it looked at
 */
export async function fillPeople(db: Db, times = mostTimes): Promise<number> {
  let seen = 0
  for (const [table, push] of Object.entries(tables))
    for (let time = 0; time < times; time++) {
      const n = await fillSome(db, table, push)
      seen += n
      if (n < most) break
    }
  return seen
}

/** What a partition has is found by the ids, so that no other one is read. @returns how many rows it looked at */
async function fillSome(db: Db, table: string, push: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with place as materialized (
      select walked_to from person_fill where name = ${table} for update
    ), part as materialized (
      select t.id, t.${sql.ref(push)} as push from ${sql.table(table)} t where t.id < (select walked_to from place)
      order by t.id desc limit ${most}
    ), filled as (
      update ${sql.table(table)} t set user_id = r.user_id from part p join push_record r on r.id = p.push
      where t.id = any(array(select id from part)) and t.id = p.id and t.user_id is null
    ), walked as (
      update person_fill f set walked_to = (select min(id) from part) where f.name = ${table} and (select count(*) from part) = ${most}
    ), done as (
      delete from person_fill f where f.name = ${table} and (select count(*) from part) < ${most}
    )
    select count(*)::int as n from part`.execute(db.withoutPlugins())
  return rows[0]?.n ?? 0
}
