import { isDeepStrictEqual } from 'node:util'
import { Failure } from '../scripts/lib/run.mjs'
import { startOurs, startPeer } from './lib/apps.mjs'
import { intakeClient } from './lib/client.mjs'
import { prepareDatabases, signIn, sizes } from './lib/databases.mjs'
import { median, table } from './lib/figures.mjs'
import { load } from './lib/load.mjs'
import { bindTo } from './lib/machine.mjs'
import { peerVersions } from './lib/peer.mjs'
import { filters } from './lib/requests.mjs'

const rounds = 3
const seconds = 8
const warmUpSeconds = 4
const body = { current: 1, size: 20 }

/**
 * Measures how many pages of 20 users one core answers: our app, and NestJS with TypeORM on the same database. The app
 * runs alone on core 1; the database and the load generator share core 0.
 */
export async function run(cluster) {
  await prepareDatabases(cluster)
  console.log(`The peer: ${peerVersions()}.`)
  bindTo('0', cluster.pid)
  try {
    for (const { database, users } of sizes) await compare(cluster, database, users)
  } finally {
    bindTo('0-1', cluster.pid)
  }
}

async function compare(cluster, database, users) {
  const token = await signIn(cluster, database)
  const apps = [
    { name: 'Kabao', app: await startOurs(cluster, database), runs: [] },
    { name: 'peer, findAndCount', app: await startPeer(cluster, database, 'default'), runs: [] },
    { name: 'peer, tuned', app: await startPeer(cluster, database, 'tuned'), runs: [] },
  ]
  try {
    await refuseDifferences(apps, token)
    for (const { app } of apps) {
      bindTo('1', app.pid)
      await load(cluster, app, token, body, warmUpSeconds)
    }
    for (let round = 0; round < rounds; round++) {
      for (const { app, runs } of apps) runs.push(await load(cluster, app, token, body, seconds))
    }
  } finally {
    for (const { app } of apps) await app.stop()
  }
  show(users, apps)
}

/** Checks that both apps give the same answer, because otherwise the comparison is invalid. */
async function refuseDifferences(apps, token) {
  const clients = apps.map(({ app }) => intakeClient(app, token))
  for (const { name, filter } of filters.filter(({ filter }) => isKnownToPeer(filter))) {
    for (const current of [1, 3]) {
      const pages = await Promise.all(clients.map((client) => client.page({ ...filter, current, size: 20 })))
      const other = pages.findIndex(({ records }) => !isDeepStrictEqual(records, pages[0].records))
      if (other > 0)
        throw new Failure(
          `${apps[other].name} answers "${name}", page ${current}, with other records than ours.`,
        )
    }
  }
  for (const client of clients) client.close()
}

/** The peer has only the simple filters: no surname, no end of a phone number. */
const isKnownToPeer = ({ phone, name }) => !phone && name?.length !== 1

function show(users, apps) {
  const middle = (runs, key) => median(runs.map((run) => run[key]))
  const [ours] = apps
  const ratio = (runs, key) => {
    const each = runs.map((run, round) => ours.runs[round][key] / run[key])
    return key === 'perSecond' ? median(each) : 1 / median(each)
  }
  const rows = apps.map(({ name, runs }) => [
    name,
    Math.round(middle(runs, 'perSecond')),
    ratio(runs, 'perSecond').toFixed(1),
    middle(runs, 'appMs').toFixed(2),
    ratio(runs, 'appMs').toFixed(1),
    middle(runs, 'databaseMs').toFixed(2),
    `${middle(runs, 'p50')} / ${middle(runs, 'p99')}`,
  ])
  const head = [
    'app',
    'requests/s',
    'ours is ×',
    'CPU of the app, ms',
    'ours is ×',
    'CPU of PostgreSQL, ms',
    'p50 / p99, ms',
  ]
  console.log(`\n${users.toLocaleString('en-US')} users:\n\n${table(head, rows)}`)
}
