import {
  type InstanceFacts,
  type InstanceRow,
  instanceFacts,
} from '@kabao/contract/operations/operation-instance'
import { sql } from 'kysely'
import type { Db } from '../db/client.ts'

/** What an instance writes at each heartbeat. */
export interface Beat
  extends Pick<InstanceRow, 'id' | 'host' | 'pid' | 'version' | 'commit' | 'node' | 'roles' | 'isDraining'> {
  startedAt: Date
  facts: InstanceFacts
}

/** How long the row of an instance stays that is heard no more. */
const keptFor = '1 hour'
/** An instance is silent after four missed heartbeats, in seconds. */
const silentAfter = 20

/** Writes the row of an instance, and removes those that are long silent. */
export async function writeRow(db: Db, row: Beat): Promise<void> {
  const { id, host, pid, version, commit, node, roles, startedAt, isDraining, facts } = row
  await sql`
    with gone as (delete from instance where beat_at < now() - ${keptFor}::interval and id <> ${id})
    insert into instance (id, host, pid, version, commit, node, roles, started_at, beat_at, sent_at, is_draining, facts)
    values (${id}, ${host}, ${pid}, ${version}, ${commit}, ${node}, ${roles}::text[], ${startedAt}, now(), ${new Date()},
      ${isDraining}, ${JSON.stringify(facts)}::jsonb)
    on conflict (id) do update set beat_at = excluded.beat_at, sent_at = excluded.sent_at,
      is_draining = excluded.is_draining, facts = excluded.facts`.execute(db)
}

export async function removeRow(db: Db, id: string): Promise<void> {
  await sql`delete from instance where id = ${id}`.execute(db)
}

type Stored = Omit<InstanceRow, 'facts' | 'isThis'> & { facts: unknown }

/** Every instance that was heard within the hour, the oldest first. @param thisId of the one that asks; null if it has no heartbeat */
export async function findInstances(db: Db, thisId: string | null): Promise<InstanceRow[]> {
  const { rows } = await sql<Stored>`
    select id, host, pid, version, commit, node, roles, started_at as "startedAt", beat_at as "beatAt",
      beat_seconds as "beatSeconds", beat_seconds > ${silentAfter} as "isSilent", is_draining as "isDraining",
      round(extract(epoch from sent_at - beat_at) * 1000)::float8 as "clockMs", facts
    from instance, lateral (select greatest(0, round(extract(epoch from clock_timestamp() - beat_at)))::float8 as beat_seconds) b
    order by started_at, id`.execute(db.withoutPlugins())
  return rows.map(({ facts, ...row }) => {
    const known = instanceFacts.safeParse(facts)
    return { ...row, isThis: row.id === thisId, facts: known.success ? known.data : null }
  })
}
