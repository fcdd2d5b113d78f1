import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openDataFolder } from './data-folder.ts'
import { lockFolder } from './lock.ts'
import { scratch, starter } from './testing/index.ts'

test('of many concurrent attempts one gets the lock, and the others get the owner’s process number', async () => {
  for (let round = 0; round < 40; round++) {
    const folder = await openDataFolder(await scratch())
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)))
    const inside = results.filter(({ status }) => status === 'fulfilled')
    const refused = results
      .filter((result) => result.status === 'rejected')
      .map(({ reason }) => reason.message)
    expect(inside).toHaveLength(1)
    expect(new Set(refused)).toEqual(
      new Set([`The data folder ${folder.path} is in use by process ${process.pid}.`]),
    )
  }
})

test('of three processes that start at once, one gets the lock', { timeout: 20_000 }, async () => {
  const dataDir = await scratch()
  const starters = [1, 2, 3].map(() => starter(dataDir))
  const outcomes = await Promise.all(
    starters.map((one) => Promise.race([one.hears('ready').then(() => 'ready'), one.hears('refused')])),
  )
  expect(outcomes.filter((outcome) => outcome === 'ready')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome.includes('is in use by process'))).toHaveLength(2)
})

test('a suspended process keeps its lock; a killed one, and one that released it, do not', {
  timeout: 20_000,
}, async () => {
  const folder = await openDataFolder(await scratch())
  const other = starter(folder.path)
  await other.hears('ready')
  await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${other.child.pid}.`)
  other.child.kill('SIGSTOP')
  await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${other.child.pid}.`)
  await other.kill()
  const lock = await lockFolder(folder)
  await lock.release()
  await (await lockFolder(folder)).release()
  expect(await readdir(folder.locks)).toEqual([])
})
