import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import { startPostgres } from './index.ts'
import { livingIn, scratch, starter } from './testing/index.ts'

/** Who is killed, in which order. */
const deaths = [
  'everybody',
  'the server',
  'the postmaster, then the server',
  'the server and the postmaster',
] as const

test('twenty deaths lose nothing that was acknowledged and leave nothing in the way', {
  timeout: 60_000,
}, async () => {
  const dataDir = await scratch()
  let acknowledged = 0
  for (let round = 0; round < 20; round++) {
    const death = deaths[round % deaths.length]
    const server = starter(dataDir, { task: round % 2 === 0 ? 'insert' : 'insert and compute' })
    const { pid, adopted, rows } = await server.hears('ready')
    expect(rows, `rows after the death before round ${round}`).toBeGreaterThanOrEqual(acknowledged)
    expect(adopted, `adopted in round ${round}`).toBe(round % deaths.length === 2)

    await expect
      .poll(() => server.said.at(-1)?.acknowledged, { interval: 5, timeout: 10_000 })
      .toBeGreaterThan(5)
    if (death === 'everybody') for (const one of await livingIn(dataDir)) process.kill(one, 'SIGKILL')
    if (death?.startsWith('the postmaster')) {
      process.kill(pid, 'SIGKILL')
      await server.hears('ended')
    }
    if (death === 'the server and the postmaster') process.kill(pid, 'SIGKILL')
    await server.kill()
    acknowledged = rows + (server.said.findLast((one) => one.acknowledged)?.acknowledged ?? 0)
  }

  const last = await startPostgres({ dataDir })
  const [row] = await ask(last.connection, 'select count(*) from kept')
  expect(Number(row?.[0])).toBeGreaterThanOrEqual(acknowledged)
  await last.stop()
  expect(await livingIn(dataDir)).toEqual([])
})

test('a database left running is taken over if it is as we would start it, and ended if not', {
  timeout: 30_000,
}, async () => {
  const dataDir = await scratch()
  const server = starter(dataDir)
  const { pid } = await server.hears('ready')
  await server.kill()

  const told: string[] = []
  const taken = await startPostgres({
    dataDir,
    onExit: (sentence) => told.push(sentence),
  })
  expect(taken).toMatchObject({ pid, adopted: true })
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => told, { timeout: 5000 }).toEqual([expect.stringContaining(`process ${pid}`)])
  await taken.stop()

  const again = starter(dataDir)
  const left = await again.hears('ready')
  await again.kill()
  const lines: string[] = []
  const other = await startPostgres({
    dataDir,
    settings: { work_mem: '9MB' },
    log: (line) => lines.push(line),
  })
  expect(other.adopted).toBe(false)
  expect(lines).toEqual([`Ending the database that an earlier process left running (process ${left.pid}).`])
  await other.stop()
})

test('a process that ends without stopping the database does not leave it running', {
  timeout: 20_000,
}, async () => {
  const dataDir = await scratch()
  const server = starter(dataDir)
  await server.hears('ready')
  server.child.kill('SIGTERM')
  await once(server.child, 'close')
  await expect.poll(() => livingIn(dataDir)).toEqual([])
})

test('a start that was killed while the database was made leaves nothing in the way', {
  timeout: 20_000,
}, async () => {
  const dataDir = await scratch()
  const first = starter(dataDir)
  await expect
    .poll(() => readdir(dataDir), { timeout: 10_000, interval: 10 })
    .toContainEqual(expect.stringContaining('cluster.unfinished-'))
  await expect(startPostgres({ dataDir })).rejects.toThrow(`is in use by process ${first.child.pid}.`)
  await first.kill()
  const postgres = await startPostgres({ dataDir })
  expect(await ask(postgres.connection, 'select 1')).toEqual([['1']])
  await postgres.stop()
})

test('a number of somebody else in the files of a dead postmaster does not matter', {
  timeout: 20_000,
}, async () => {
  const dataDir = await scratch()
  await (await startPostgres({ dataDir, durable: false })).stop()
  const { uid } = await stat(join(dataDir, 'cluster'))
  // PostgreSQL takes a number for a postmaster's only if it belongs to a process it could send signals to.
  const stranger = spawn('sleep', ['60'], { uid })
  const noted = `${stranger.pid}\n/proc/self/cwd\n1\n5432\nsocket\n\n1 1\nready\n`
  await writeFile(join(dataDir, 'cluster', 'postmaster.pid'), noted)
  await writeFile(join(dataDir, 'cluster', 'socket', '.s.PGSQL.5432.lock'), noted)
  await (await startPostgres({ dataDir, durable: false })).stop()
  expect(stranger.exitCode).toBeNull()
  stranger.kill()
})
