import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startPostgres } from './index.ts'
import { query } from './query.ts'
import { livingIn, scratch, starter } from './testing/index.ts'

/** The processes to kill, in order. */
const deaths = [
  'everybody',
  'the server',
  'the postmaster, then the server',
  'the server and the postmaster',
] as const

test('after twenty kills, no acknowledged row is lost and nothing blocks the next start', {
  timeout: 120_000,
}, async () => {
  const dataDir = await scratch()
  const acknowledged: string[] = []
  for (let round = 0; round < 20; round++) {
    const death = deaths[round % deaths.length]
    const server = starter(dataDir, { task: round % 2 === 0 ? 'insert' : 'insert and compute' })
    const { pid, adopted } = await server.hears('ready')
    expect(adopted, `adopted in round ${round}`).toBe(round % deaths.length === 2)

    // With the message that it is ready, so that each round acknowledges six rows.
    await expect.poll(() => server.said.length, { interval: 5, timeout: 20_000 }).toBeGreaterThan(6)
    if (death === 'everybody') (await livingIn(dataDir)).forEach(slay)
    if (death?.startsWith('the postmaster')) {
      slay(pid)
      await server.hears('ended')
    }
    if (death === 'the server and the postmaster') slay(pid)
    await server.kill()
    acknowledged.push(...server.said.flatMap((one) => one.acknowledged ?? []))
  }

  const last = await startPostgres({ dataDir })
  const kept = new Set((await query(last.connection, 'select id from kept')).map(([id]) => id))
  expect(acknowledged.length).toBeGreaterThan(100)
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  await last.stop()
  expect(await livingIn(dataDir)).toEqual([])
})

test('a database left running is taken over if its settings are the same, and ended if not', {
  timeout: 30_000,
}, async () => {
  const dataDir = await scratch()
  const server = starter(dataDir)
  const { pid } = await server.hears('ready')
  await server.kill()

  const sentences: string[] = []
  const taken = await startPostgres({
    dataDir,
    onExit: (sentence) => sentences.push(sentence),
  })
  expect(taken).toMatchObject({ pid, adopted: true })
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => sentences, { timeout: 5000 }).toEqual([expect.stringContaining(`process ${pid}`)])
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

test('a process that exits without stopping the database does not leave it running', {
  timeout: 60_000,
}, async () => {
  const dataDir = await scratch()
  const server = starter(dataDir)
  await server.hears('ready')
  server.child.kill('SIGTERM')
  await once(server.child, 'close')
  await expect.poll(() => livingIn(dataDir)).toEqual([])
})

test('a start that was killed while creating the database does not block the next start', {
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
  expect(await query(postgres.connection, 'select 1')).toEqual([['1']])
  await postgres.stop()
})

test('a foreign process with the number of a dead postmaster does not block a start', {
  timeout: 20_000,
}, async () => {
  const dataDir = await scratch()
  await (await startPostgres({ dataDir, durable: false })).stop()
  const { uid } = await stat(join(dataDir, 'cluster'))
  // PostgreSQL takes a process for a postmaster only if it could send signals to it.
  const stranger = spawn('sleep', ['60'], { uid })
  const noted = `${stranger.pid}\n/proc/self/cwd\n1\n5432\nsocket\n\n1 1\nready\n`
  await writeFile(join(dataDir, 'cluster', 'postmaster.pid'), noted)
  await writeFile(join(dataDir, 'cluster', 'socket', '.s.PGSQL.5432.lock'), noted)
  await (await startPostgres({ dataDir, durable: false })).stop()
  expect(stranger.exitCode).toBeNull()
  stranger.kill()
})

function slay(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The child has already ended with its postmaster.
  }
}
