import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { isWorkedOn, type Sight, seenLeads, sightOf } from '../../../lead-visibility.ts'
import { releaseMany } from '../../../release-many.ts'
import { addLeads } from './add.ts'
import { withPool } from './pools.ts'

interface By {
  adminId: string
  /** By state: `update`, `toPool`, `anew`; anything else is skipped. */
  choices: Readonly<Record<string, string>>
}

/** The states whose leads are changed, in any order: all leads are locked first, and the counters of salesmen come last. */
const changing = ['waiting', 'held', 'converted']

/** Does what the sender of an import chose with persons who are leads already, as far as he may change these leads. */
export async function settleLeads(
  db: Db,
  rowsIn: (state: string) => RawBuilder<unknown>,
  { adminId, choices }: By,
): Promise<{ added: number; changed: number }> {
  const rows = changing
    .filter((state) => choices[state] === 'update' || choices[state] === 'toPool')
    .map(
      (state) =>
        sql`select r.*, ${choices[state] === 'toPool'}::boolean as gives_back from ${rowsIn(state)} r`,
    )
  const sight = await sightOf(db, { adminId, dataScope: await dataScopeOf(db, adminId) })
  const changed =
    rows.length === 0 ? [] : await updateLeads(db, sight, sql`(${sql.join(rows, sql` union all `)})`, adminId)
  const back = changed.filter(({ givesBack }) => givesBack).map(({ id }) => id)
  await releaseMany(db, back, adminId)
  const added =
    choices.invalid === 'anew'
      ? await addLeads(db, withPool(rowsIn('invalid'), sql`${adminId}::bigint`), adminId)
      : 0
  return { added, changed: changed.length }
}

/** Overwrites name, city and remark by what the rows say; what a row leaves empty stays. */
async function updateLeads(db: Db, sight: Sight, rows: RawBuilder<unknown>, adminId: string) {
  const { rows: changed } = await sql<{ id: string; givesBack: boolean }>`
    with mine as (
      select t.id, r.name, r.city, r.remark, r.gives_back from ${rows} r join ${seenLeads(sight)} t on t.phone = r.phone
      where t.stage <> 'invalid' and not t.is_forgotten and (t.salesman_id is null or ${isWorkedOn(sight)})
    ), locked as (select c.id from lead c where c.id in (select id from mine) order by c.id for no key update)
    update lead c set name = case when m.name = '' then c.name else m.name end, city_code = coalesce(m.city, c.city_code),
      remark = case when m.remark = '' then c.remark else m.remark end, version = c.version + 1, updated_at = now(), updated_by = ${adminId}
    from mine m join locked on locked.id = m.id where c.id = m.id
    returning c.id::text, m.gives_back and c.salesman_id is not null and c.closed_at is null as gives_back`.execute(
    db,
  )
  return changed
}

async function dataScopeOf(db: Db, adminId: string): Promise<'all' | 'own'> {
  const { rows } = await sql`select from admin_role a join role l on l.id = a.role_id
    where a.admin_id = ${adminId} and (l.is_super or l.data_scope = 'all')`.execute(db)
  return rows.length > 0 ? 'all' : 'own'
}
