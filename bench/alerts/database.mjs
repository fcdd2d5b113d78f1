import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { source } from '../lib/open-world.mjs'
import { own } from '../lib/peer.mjs'

const second = 1
const name = 'standby'
/** The server keeps its log by segments of 16 MB. */
const segments = 70

const copyOf = ({ server, folder }) => ({
  primary: server.postgres.connection,
  dataDir: join(folder, name),
  name,
})
let standby = null

/** The standby, which is copied at its first use. */
async function haveStandby(world) {
  const { startCopy, startStandby } = await source('../test/standby.ts')
  const start = () => startCopy(copyOf(world))
  if (!standby) {
    standby = {
      postgres: await startStandby({ from: join(world.folder, 'primary'), ...copyOf(world) }),
      start,
    }
    world.atEnd(() => standby.postgres.stop())
  }
  return standby
}

const startAgain = async () => {
  standby.postgres = await standby.start()
}

/** Does something at the standby as a superuser. */
async function atStandby(text) {
  const client = new (own('pg').Client)(standby.postgres.connection)
  await client.connect()
  await client.query(text)
  await client.end()
}

async function writeLog(query) {
  for (let nth = 0; nth < segments; nth++) {
    await query(`select pg_logical_emit_message(false, 'alerts', 'x')`)
    await query('select pg_switch_wal()')
  }
}

async function setSynchronous(query, value) {
  await query(
    value
      ? `alter system set synchronous_standby_names = '${value}'`
      : 'alter system reset synchronous_standby_names',
  )
  await query('select pg_reload_conf()')
}

export const databaseFaults = [
  {
    alerts: ['KabaoDatabaseAway'],
    fault: 'the database is stopped',
    mend: 'it is started',
    beside: ['KabaoListenerSilent', 'KabaoCallsFail'],
    async cause({ server, startDatabase }) {
      await server.postgres.stop()
      return async () => {
        server.postgres = await startDatabase()
      }
    },
  },
  {
    alerts: ['KabaoConnectionsShort'],
    fault: 'somebody opens connections until 86 of 100 are open',
    mend: 'they are ended',
    async cause({ cluster, database, query }) {
      const [{ open, most }] = await query(
        `select count(*)::int as open, current_setting('max_connections')::int as most from pg_stat_activity where backend_type = 'client backend'`,
      )
      const clients = []
      for (let more = Math.ceil(most * 0.86) - open; more > 0; more--) {
        const client = new (own('pg').Client)(cluster.connectionTo(database))
        await client.connect()
        clients.push(client)
      }
      return () => Promise.all(clients.map((client) => client.end()))
    },
  },
  {
    alerts: ['KabaoMetricsFail'],
    fault: 'the service may not read a table of its metrics',
    mend: '`npm run admin -- migrate`',
    async cause({ query, admin }) {
      await query('revoke select on difference from kabao_service')
      return () => admin('migrate')
    },
  },
  {
    alerts: ['KabaoPartitionsShort'],
    fault: 'the partitions of visits end tomorrow',
    mend: 'the job `partitions`, run by hand',
    async cause({ query, call }) {
      const parts = await query(
        `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent = 'visit'::regclass and c.relname > to_char(now() + interval '1 day', '"visit_"YYYY_MM_DD')`,
      )
      for (const { name: part } of parts) {
        await query(`alter table visit detach partition part.${part}`)
        await query(`drop table part.${part}`)
      }
      return () => call('/job/run', { name: 'partitions' })
    },
  },
  {
    alerts: ['KabaoStandbyAway'],
    fault: 'the only standby that must confirm is stopped',
    mend: 'it is started',
    beside: ['KabaoCallsFail'],
    async cause(world) {
      const { postgres } = await haveStandby(world)
      await setSynchronous(world.query, name)
      await sleep(10_000)
      await postgres.stop()
      return startAgain
    },
  },
  {
    alerts: ['KabaoStandbyAway'],
    fault: 'the same, for long',
    mend: 'going on without it',
    beside: ['KabaoCallsFail'],
    async cause({ query }) {
      await standby.postgres.stop()
      return () => setSynchronous(query, null)
    },
  },
  {
    alerts: ['KabaoSlotKeepsLog'],
    fault: 'the standby is away, and more than 1 GB of log is written',
    mend: 'it is started',
    async cause({ query }) {
      await writeLog(query)
      return startAgain
    },
  },
  {
    alerts: ['KabaoSlotKeepsLog'],
    fault: 'the same, for a slot whose reader is gone for good',
    mend: '`pg_drop_replication_slot`',
    async cause({ query }) {
      await query(`select pg_create_physical_replication_slot('gone', true)`)
      await writeLog(query)
      return () => query(`select pg_drop_replication_slot('gone')`)
    },
  },
  {
    alerts: ['KabaoReplicaBehind'],
    fault: 'the replica does not replay',
    mend: 'it does again',
    async cause(world) {
      const { postgres } = await haveStandby(world)
      const { host, port, user } = postgres.connection
      const read = `postgresql:///${world.database}?${new URLSearchParams({ host, port: String(port), user })}`
      await world.restart(second, { env: { DATABASE_READ_URL: read } })
      await sleep(10_000)
      await atStandby('select pg_wal_replay_pause()')
      return () => atStandby('select pg_wal_replay_resume()')
    },
  },
  {
    alerts: ['KabaoReplicaBehind'],
    fault: 'the replica does not answer',
    mend: '`DATABASE_READ_URL` is unset',
    async cause({ restart }) {
      await standby.postgres.stop()
      return async () => {
        await restart(second)
        await startAgain()
      }
    },
  },
]
