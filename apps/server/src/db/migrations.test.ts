import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrationsFolder } from '../paths.ts'

const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()

test('migrations are numbered from one without a gap', () => {
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, place) => place + 1))
  for (const name of names) expect(name).toMatch(/^\d{4}-[a-z]+(-[a-z]+)*\.sql$/)
})

test('a merged migration is never edited; a change is a new migration with its own line in checksums.txt', async () => {
  const lines = await Promise.all(
    names.map(async (name) => {
      const hash = createHash('sha256').update(await readFile(join(migrationsFolder, name)))
      return `${hash.digest('hex')}  ${name}\n`
    }),
  )
  expect(await readFile(join(migrationsFolder, 'checksums.txt'), 'utf8')).toBe(lines.join(''))
})
