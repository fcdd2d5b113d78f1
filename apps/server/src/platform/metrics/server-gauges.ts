import { sql } from 'kysely'
import type { GaugeGroup, Sample } from './database-gauges.ts'

/** How many connections the server of the database has, of all its databases and callers, and how many callers without special rights can open. */
export const connectionGauge: GaugeGroup = {
  name: 'server',
  gauges: {
    database_server_connections: 'Connections of all callers to the server of the database',
    database_server_max_connections:
      'The most connections that the server opens for callers without special rights',
  },
  async read(db) {
    // What kind of process each is, a user without special rights sees of its own only; these two are seen of all.
    const { rows } = await sql<{ open: number; most: number }>`
      select count(*)::int as open,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most
      from pg_stat_activity where usesysid is not null and datid is not null`.execute(db)
    const one = (value: number | undefined): Sample[] => (value === undefined ? [] : [{ value }])
    return {
      database_server_connections: one(rows[0]?.open),
      database_server_max_connections: one(rows[0]?.most),
    }
  },
}

/** How much of its log the server keeps for each replication slot: one that nobody reads fills its disk. */
export const slotGauge: GaugeGroup = {
  name: 'slots',
  gauges: {
    replication_slot_kept_bytes:
      'The log that the server keeps for a replication slot, and whether somebody reads it',
  },
  labelNames: ['slot', 'read'],
  async read(db) {
    const { rows } = await sql<{ slot: string; isRead: boolean; bytes: string }>`
      select slot_name as slot, active as "isRead", greatest(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::bigint as bytes
      from pg_replication_slots where restart_lsn is not null and not pg_is_in_recovery()`.execute(db)
    return {
      replication_slot_kept_bytes: rows.map(({ slot, isRead, bytes }) => ({
        labels: { slot, read: isRead ? 'yes' : 'no' },
        value: Number(bytes),
      })),
    }
  },
}
