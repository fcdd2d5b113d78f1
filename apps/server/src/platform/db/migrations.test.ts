import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrationsFolder } from '../base/paths.ts'
import { neededCode } from './migrate.ts'

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

/**
 * Statements that take away what older code uses, or ask of it what it does not do. The rules are in docs/operating.md. A partition is
 * dropped by its name, \`part.%I\`, once its rows are no longer kept.
 */
const takesAway =
  /\bdrop (table(?! part\.%I)|column|view|function|type|schema)\b|\brename (to|column)\b|\bset not null\b|\balter column \w+ (set data )?type\b|\badd column (?!.*\bdefault\b)[^;,]*\bnot null\b/i
/** Since this one, a migration either fits older code or says which code it needs. */
const firstRuled = 72
/** Needs its own code, so that an upgrade over it is a stop: it renames tables, and there is no release before it. */
const stop = '0087-lead.sql'

test.each(names.filter((name) => Number(name.slice(0, 4)) >= firstRuled))(
  '%s fits the code before it, or says which code it needs',
  async (name) => {
    const text = await readFile(join(migrationsFolder, name), 'utf8')
    const needs = neededCode(text)
    if (needs === null) {
      expect(text).not.toMatch(/^-- *contract/m)
      expect(text.replaceAll(/^--.*$/gm, '')).not.toMatch(takesAway)
    } else expect(needs).toBeLessThan(Number(name.slice(0, 4)) + (name === stop ? 1 : 0))
  },
)
