import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modules, ownerOfTable } from '#boot/registry'
import { serverRoot } from '#platform/base/paths'
import { describeSchema } from '#platform/db/describe-schema'
import { describeSql } from '#platform/db/describe-sql'
import { startApp } from './harness.ts'

const app = startApp()

test('schema.ts matches the migrated database', async () => {
  expect(await readFile(join(serverRoot, 'src/platform/db/schema.ts'), 'utf8')).toBe(
    await describeSchema(app.pool),
  )
})

test('schema.sql matches the migrated database', async () => {
  expect(await readFile(join(serverRoot, 'src/platform/db/schema.sql'), 'utf8')).toBe(
    await describeSql(app.pool, ownerOfTable),
  )
})

test('every table and view belongs to one module', async () => {
  const { rows } = await app.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
       and not c.relispartition and c.relname not like 'kysely_%'`,
  )
  expect([...ownerOfTable.keys()].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  const named = modules.flatMap(({ tables, areas = [] }) => [
    ...tables,
    ...areas.flatMap((area) => area.tables ?? []),
  ])
  expect(named).toHaveLength(ownerOfTable.size)
})
