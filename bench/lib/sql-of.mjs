import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { at } from '../../scripts/lib/paths.mjs'
import { startOurs } from './apps.mjs'
import { intakeClient } from './client.mjs'
import { signIn } from './databases.mjs'

/**
 * The statements that our server sends for each of these requests, as steps of statements that run at the same time:
 * for the first request, and for a repeated one.
 * @param send sends one of them to the app that records; default: a page of users with this body
 */
export async function recordSql(cluster, database, requests, send) {
  const token = await signIn(cluster, database)
  const recorder = pathToFileURL(at('bench/lib/record-sql.mjs')).href
  // Without jobs, whose statements would be recorded with those of a call.
  const asRecorder = { args: ['--import', recorder], stdio: ['ipc'], serves: 'api' }
  const app = await startOurs(cluster, database, asRecorder)
  const client = intakeClient(app, token)
  let steps = []
  app.child.on('message', ({ name, text, values, isBeside }) => {
    const statement = {
      name,
      text,
      values: values.map((value) => (value?.hex ? Buffer.from(value.hex, 'hex') : value)),
    }
    if (isBeside) steps.at(-1)?.push(statement)
    else steps.push([statement])
  })
  const stepsOf = async (body) => {
    steps = []
    await (send ? send(app, body) : client.page(body))
    await sleep(20)
    return steps
  }
  try {
    // Requests another list first, so that the statements of the start and of new connections are not recorded.
    await Promise.all(Array.from({ length: 4 }, () => openOther(app, token)))
    await sleep(500)
    const recorded = []
    for (const body of requests) recorded.push({ first: await stepsOf(body), again: await stepsOf(body) })
    return recorded
  } finally {
    client.close()
    await app.stop()
  }
}

/** Sends such steps with `pg` alone, from this process. */
export async function sendSteps(pool, steps) {
  for (const step of steps) await Promise.all(step.map((statement) => pool.query(statement)))
}

async function openOther(app, token) {
  const client = intakeClient(app, token)
  for (let current = 1; current <= 5; current++) await client.page({ sort: 'lastActiveAt', current })
  client.close()
}
