import { type Connection, query } from './query.ts'

/** Creates the database if it does not exist. */
export async function makeDatabase(admin: Connection, name: string): Promise<void> {
  const found = await query(
    admin,
    `select 1 from pg_database where datname = '${name.replaceAll("'", "''")}'`,
  )
  if (found.length === 0) await query(admin, `create database "${name.replaceAll('"', '""')}"`)
}

/** In this form both `pg` and PostgreSQL's own tools accept a folder as the host. */
export const addressOf = ({ host, port, user, database }: Connection) =>
  `postgresql:///${encodeURIComponent(database)}?${new URLSearchParams({ host, port: String(port), user })}`
