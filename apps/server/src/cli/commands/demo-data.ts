import { parseArgs } from 'node:util'
import { addUsers, defaultSeed, startOfDay } from '#demo/fill'
import { failureText, StartRefusal } from '#platform/base/refusal'
import { readConfig } from '#platform/config/config'
import { openDatabase } from '#platform/config/database'
import { createDb } from '#platform/db/client'
import { migrate } from '#platform/db/migrate'
import { ringIn } from '#platform/keys/key-follower'
import { createVault } from '#platform/keys/vault'

const usage = 'Usage: npm run demo:data -- --users 1000000 [--seed 7] [--until 2026-11-01]'

/** Adds generated users to the configured database. If it is the embedded one, the service must not be running. */
async function run(): Promise<void> {
  const { users, seed, until } = readArguments()
  const database = await openDatabase(readConfig(process.env), () => undefined)
  try {
    const db = createDb(database.pool)
    await migrate(db, { role: database.role })
    const vault = createVault(await ringIn(db, database.dataKeys))
    const started = performance.now()
    await addUsers(database.pool, vault, { users, seed, until })
    const seconds = (performance.now() - started) / 1000
    const rate = Math.round(users / seconds).toLocaleString('en-US')
    process.stdout.write(
      `Added ${users.toLocaleString('en-US')} users in ${seconds.toFixed(1)} s (${rate} per second).\n`,
    )
  } finally {
    await database.stop()
  }
}

function readArguments() {
  const { values } = parseArgs({
    options: { users: { type: 'string' }, seed: { type: 'string' }, until: { type: 'string' } },
  })
  const users = Number(values.users)
  const seed = Number(values.seed ?? defaultSeed)
  const until = values.until === undefined ? startOfDay() : Date.parse(values.until)
  const isRight =
    Number.isInteger(users) &&
    users > 0 &&
    users <= 50_000_000 &&
    Number.isInteger(seed) &&
    !Number.isNaN(until)
  if (!isRight) throw new StartRefusal(usage)
  return { users, seed, until }
}

run().catch((error: unknown) => {
  const isUsage = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  process.stderr.write(`${isUsage ? `${(error as Error).message}\n${usage}` : failureText(error)}\n`)
  process.exit(1)
})
