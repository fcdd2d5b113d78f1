import { standardOf } from '@kabao/contract/operations/setting'
import { sql } from 'kysely'
import type pg from 'pg'
import { dbOver } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import { readSettings } from '#platform/settings/store'
import { idNumberPurpose, type RiskSubject, riskLevelsOf } from '#users'

/** The number of people that are judged with the same queries. */
const several = 2_000

/** Stores the risk level of our own report for every user after `start` whose profile is complete. */
export async function checkRisk(client: pg.PoolClient, vault: Vault, start: number): Promise<void> {
  // Without statistics of the new rows, the counts of shared devices would read the whole table.
  await client.query('analyze "user", push_record, blacklist')
  const db = dbOver(client)
  const zone = (await readSettings(db)).find(({ key }) => key === 'business.timezone')?.value
  const timeZone = () => String(zone ?? standardOf('business.timezone'))
  let last = String(start)
  while (true) {
    const { rows } = await sql<RiskSubject & { idNumberSealed: Buffer | null }>`
      select id, phone, name, id_number_sealed, gender, birthday, city_code, device, ip, created_at from "user"
      where id > ${last} and profiled_at is not null order by id limit ${several}`.execute(db)
    if (rows.length === 0) return
    const people = rows.map(({ idNumberSealed, ...person }) => ({
      ...person,
      idNumber: idNumberSealed && vault.open(idNumberSealed, idNumberPurpose),
    }))
    const levels = await riskLevelsOf(db, { vault, timeZone }, people)
    await sql`
      update "user" set risk_level = judged.level, risk_checked_at = now()
      from unnest(${people.map(({ id }) => id)}::bigint[], ${levels}::text[]) judged (id, level)
      where "user".id = judged.id`.execute(db)
    last = (rows.at(-1) as RiskSubject).id
  }
}
