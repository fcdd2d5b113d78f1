import type { ReplicationFacts } from '@kabao/contract/operations/operation-database'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'

/**
 * The standbys of the server and how far they are. A user without `pg_monitor` sees that they are there, and nothing else. Addresses are
 * left out.
 */
export async function readReplication(db: Db): Promise<ReplicationFacts> {
  const { rows } = await sql<ReplicationFacts>`
    select coalesce((
        select jsonb_agg(jsonb_build_object('name', coalesce(nullif(application_name, ''), pid::text), 'status', state,
          'isSync', sync_state in ('sync', 'quorum'),
          'lagBytes', case when state is not null then greatest(0, pg_wal_lsn_diff(${here}, replay_lsn)) end,
          'lagSeconds', extract(epoch from replay_lag)) order by application_name, pid)
        from pg_stat_replication), '[]') as standbys,
      current_setting('synchronous_standby_names') <> ''
        and current_setting('synchronous_commit') not in ('off', 'local') as "wantsSync",
      coalesce((
        select jsonb_agg(jsonb_build_object('name', slot_name, 'isActive', active,
          'keptBytes', pg_wal_lsn_diff(${here}, restart_lsn)) order by slot_name)
        from pg_replication_slots), '[]') as slots`.execute(db.withoutPlugins())
  return rows[0] as ReplicationFacts
}

/** The newest place in the log of this server. */
const here = sql`case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end`
