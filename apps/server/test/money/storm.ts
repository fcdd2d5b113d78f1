import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { randomFor } from '#demo/random'
import { type Instance, instanceOf } from '../built-service.ts'
import { processesOf } from '../processes.ts'
import { type BookFault, snapshot } from './books.ts'
import { createCallers } from './callers.ts'
import { letClientsAct } from './clients.ts'
import { faultsOutside } from './outside.ts'
import { comeToRest } from './rest.ts'
import { restRules } from './rules/at-rest.ts'
import { Tally } from './tally.ts'
import type { WorkerTask } from './worker.ts'
import type { MoneyWorld } from './world.ts'

export interface StormOptions {
  world: MoneyWorld
  /** The built service, and the built `worker.ts`. */
  programs: { service: string; worker: string }
  /** The folder of the instances' files. */
  folder: string
  /** How long it lasts at least. */
  seconds: number
  clients: number
  /** The longest pause of a client between two acts, in milliseconds. */
  pauseMs: number
  /** How many instances there are. */
  instances: number
  seed: number
  /** The pause between two kills, in milliseconds. */
  killMs: number
  /** How long what is left may take at the end, in milliseconds. */
  restMs: number
  told?: (line: string) => void
}

export interface Storm {
  tally: Tally
  /** Calls that got no answer, or that of a failure. */
  lost: number
  kills: number
  /** Connections to the database that were cut. */
  cuts: number
  /** How many instants were read while everything went on. */
  snapshots: number
  /** How many transfers there were before, and how many were booked in the storm; and per second. */
  before: number
  booked: number
  perSecond: number
  restMs: number
  faults: BookFault[]
}

/** The name of the connections of the instances. */
const application = 'storm'
/** The pause between two cut connections, in milliseconds. */
const cutMs = 900
/** How long a worker holds a step: longer than any step takes here, in milliseconds. */
const workerLeaseMs = 10_000
/** How much longer it may last on a busy machine, in milliseconds. */
const mostMoreMs = 120_000
/** What must have been done once. */
export const expectedActs = [
  ...[
    'registration',
    'return approve',
    'order',
    'payment',
    'callback taken',
    'wrong callback refused',
    'refund',
  ],
  ...['recharge approve', 'adjustment approve', 'visits', 'settlement confirm', 'settlement pay'],
]
/** How many faults are named; then the storm ends. */
const mostFaults = 20

/**
 * Clients do at once everything that moves money, while instances are killed and connections are cut, and a reader checks the books at
 * one instant after the other. Then everything comes to rest, and the books are checked once more: also against what clients were told,
 * and against what the partner and the payment provider say.
 */
export async function storm(options: StormOptions): Promise<Storm> {
  const {
    world,
    programs,
    folder,
    seconds,
    clients,
    pauseMs,
    seed,
    killMs,
    restMs,
    told = () => undefined,
  } = options
  const env = {
    DATABASE_URL: addressOf(world.servicePool),
    DATABASE_OWNER_URL: addressOf(world.pool, 'start'),
    DATA_KEY: world.vault.keyForReader(),
    DATA_DIR: folder,
    FILES_DIR: `${folder}/files`,
    INTERNAL_PARTNERS: world.outside.join(),
    SERVE: 'api,open',
    DATABASE_POOL: '10',
    SANDBOX_PAYMENTS: '1',
    ADMIN_PASSWORD: randomUUID(),
  }
  const { host, port, user, database } = world.servicePool.options
  const task: WorkerTask = {
    database: { host, port, user, database, max: 6, application_name: application },
    key: world.vault.keyForReader(),
    outside: world.outside,
    leaseMs: workerLeaseMs,
  }
  const workers = processesOf<WorkerTask>(programs.worker)
  const instances = await Promise.all(
    Array.from({ length: options.instances }, () => instanceOf(programs.service, env)),
  )
  // One after the other, because the first one makes what all share.
  for (const instance of instances) await instance.start()
  const tally = new Tally()
  const faults: BookFault[] = []
  let [kills, instanceKills, cuts, snapshots] = [0, 0, 0, 0]
  const { transfers: before } = await snapshot(world.pool)
  const began = performance.now()
  const end = began + seconds * 1_000
  /** A busy machine gets more time, until everything has happened. */
  const isEnough = () =>
    kills >= 4 && instanceKills > 0 && snapshots >= 3 && expectedActs.every((act) => tally.of(act) > 0)
  /** What is killed lives longer then: a machine so busy may need all of the usual pause for one step. */
  const killPause = () => killMs * (performance.now() > end ? 8 : 1)
  const isOver = () => {
    const now = performance.now()
    return (now > end && isEnough()) || now > end + mostMoreMs || faults.length >= mostFaults
  }
  const callers = createCallers(
    instances.map(({ url }) => url),
    isOver,
  )

  /** Kills one instance after the other, and starts it again; the workers are killed far more often, each by itself. */
  async function killInstances() {
    for (let nth = 0; ; nth++) {
      await sleep(killPause())
      if (isOver()) return
      const instance = instances[nth % instances.length] as Instance
      await instance.kill()
      kills++
      instanceKills++
      const dead = performance.now()
      await startAgain(instance)
      told(`an instance was dead for ${Math.round(performance.now() - dead)} ms`)
    }
  }
  async function killWorkers(nth: number) {
    const random = randomFor(seed, 1_000 + nth)
    while (!isOver()) {
      const worker = await workers.start(task)
      await sleep(killPause() * (1 + random.next()))
      await worker.kill()
      kills++
    }
  }
  async function cut() {
    for (; !isOver(); await sleep(cutMs)) {
      const { rowCount } = await world.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = $1 and datname = current_database() and state <> 'idle' limit 1`,
        [application],
      )
      cuts += rowCount ?? 0
    }
  }
  async function read() {
    for (; !isOver(); await sleep(50)) {
      const found = await snapshot(world.pool)
      faults.push(...found.faults)
      snapshots++
      if (snapshots % 20 === 0) told(`${snapshots} snapshots, ${kills} kills, ${found.transfers} transfers`)
    }
  }
  try {
    await Promise.all([
      letClientsAct({ world, callers, tally, seed, count: clients, pauseMs, isOver }),
      killInstances(),
      killWorkers(1),
      killWorkers(2),
      cut(),
      read(),
    ])
  } finally {
    callers.close()
    await Promise.all([workers.end(), ...instances.map((instance) => instance.kill())])
  }
  const took = (performance.now() - began) / 1_000
  const after = await snapshot(world.pool)
  const booked = after.transfers - before
  faults.push(...after.faults)
  const restBegan = performance.now()
  await comeToRest(world, restMs)
  const rested = performance.now() - restBegan
  faults.push(
    ...(await snapshot(world.pool, restRules)).faults,
    ...(await faultsOutside(world)),
    ...(await tally.broken((table) => statesOf(world.pool, table))).map((row) => ({
      rule: 'a client was told otherwise',
      row,
    })),
  )
  return {
    tally,
    lost: callers.lost,
    kills,
    cuts,
    snapshots,
    before,
    booked,
    faults,
    restMs: rested,
    perSecond: booked / took,
  }
}

/** An instance whose connection is cut before it is ready ends, and whoever watches it starts it again. */
async function startAgain(instance: Instance): Promise<void> {
  for (let tries = 5; ; tries--)
    try {
      return await instance.start()
    } catch (error) {
      if (tries === 0) throw error
    }
}

/** The address of the database of a pool, for a process of its own. */
function addressOf({ options }: pg.Pool, name = application): string {
  const { host = '', port, user = '', database = '' } = options
  const query = new URLSearchParams({ host, port: String(port), user, application_name: name })
  return `postgresql:///${database}?${query}`
}

/** The rows of a table as clients name them, with their states. */
async function statesOf(pool: pg.Pool, table: string): Promise<Map<string, string>> {
  const id = table === 'payment_ref' ? `provider || ' ' || trade_no` : 'id::text'
  const state = table === 'payment_ref' ? 'role' : 'status'
  const { rows } = await pool.query<{ id: string; state: string }>(
    `select ${id} as id, ${state} as state from ${table}`,
  )
  return new Map(rows.map((row) => [row.id, row.state]))
}
