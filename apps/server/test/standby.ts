import { appendFile, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Connection, type Postgres, type Settings, startPostgres } from '@kabao/postgres'
import pg from 'pg'

/** Folders whose content belongs to the running server; only the folders are copied. Source: PostgreSQL's chapter on base backups. */
const leftOut = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'socket',
  'log',
])

export interface StandbyOptions {
  /** The data folder of the primary, as `startPostgres` got it. */
  from: string
  /** How a superuser reaches the primary. */
  primary: Connection
  /** The data folder of the standby; it must not exist. */
  dataDir: string
  /** Its name: its replication slot on the primary, and what `synchronous_standby_names` may name. */
  name?: string
  settings?: Settings
}

/**
 * Copies a running primary, and starts the copy as a hot standby that streams from it. The slot keeps the log that the standby
 * has not read, so the standby may be stopped for a while.
 */
export async function startStandby(options: StandbyOptions): Promise<Postgres> {
  const { from, primary, dataDir, name = 'standby' } = options
  const source = join(from, 'cluster')
  const copy = join(dataDir, 'cluster')
  const client = new pg.Client(primary)
  await client.connect()
  try {
    await allowReplication(client, source)
    await client.query('select pg_create_physical_replication_slot($1, true)', [name])
    await client.query("select pg_backup_start('standby', true)")
    await copyFolder(source, copy)
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    await writeFile(join(copy, 'backup_label'), rows[0].labelfile)
    await mkdir(join(copy, 'pg_wal/archive_status'))
    await writeFile(join(copy, 'standby.signal'), '')
  } finally {
    await client.end()
  }
  return startCopy(options)
}

/** Starts a standby again that was copied before and has ended. */
export function startCopy({
  primary,
  dataDir,
  name = 'standby',
  settings = {},
}: Omit<StandbyOptions, 'from'>): Promise<Postgres> {
  const { host, port, user, database } = primary
  return startPostgres({
    dataDir,
    database,
    durable: false,
    settings: {
      primary_conninfo: `host=${host} port=${port} user=${user} application_name=${name}`,
      primary_slot_name: name,
      ...settings,
    },
  })
}

/** The rule for databases does not cover replication. */
async function allowReplication(client: pg.Client, cluster: string): Promise<void> {
  const file = join(cluster, 'pg_hba.conf')
  const rule = 'local replication all trust\n'
  if ((await readFile(file, 'utf8')).includes(rule)) return
  await appendFile(file, rule)
  await client.query('select pg_reload_conf()')
}

/** Files may vanish while they are copied; the log of the database brings such changes to the copy. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (leftOut.has(entry.name)) await mkdir(target, { mode: 0o700 })
    else if (entry.isDirectory()) await copyFolder(source, target)
    else if (!/^postmaster\.|^pgsql_tmp/.test(entry.name))
      await copyFile(source, target).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
  }
}
