import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keptFingerprints, sealedColumns, withoutDataKey } from '#boot/registry'
import { startApp } from '#test/harness'
import { serverRoot } from '../base/paths.ts'
import { nameOf } from './reseal-column.ts'

const app = startApp()

/** Sealed by the module for waiting rows of imports. */
const ofImports = ['import_row.cells_sealed']

test('every column with bytes, or that is called sealed, is in one list', async () => {
  const { rows } = await app.pool.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and (a.atttypid = 'bytea'::regtype or a.attname ~ '(^|_)sealed$')`,
  )
  const prints = sealedColumns.flatMap(({ table, fingerprint }) =>
    fingerprint ? [`${table}.${fingerprint.column}`] : [],
  )
  const texts = ['blacklist.value', 'difference.ref']
  const listed = [
    ...sealedColumns.map(nameOf),
    ...prints,
    ...keptFingerprints,
    ...withoutDataKey,
    ...ofImports,
  ].filter((name) => !texts.includes(name))
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('the key of each table is its primary key, and the columns that are read are there', async () => {
  for (const { table, key, reads = [], fingerprint } of sealedColumns) {
    const { rows } = await app.pool.query(
      `select array(select a.attname::text from unnest(i.indkey) with ordinality k (number, at)
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number order by k.at) as key
       from pg_index i where i.indrelid = quote_ident($1)::regclass and i.indisprimary`,
      [table],
    )
    expect({ table, key: rows[0].key }).toEqual({ table, key: [...key] })
    const names = [...reads, ...(fingerprint ? [fingerprint.column, fingerprint.before ?? 'id'] : [])]
    const { rows: found } = await app.pool.query(
      'select attname::text as name from pg_attribute where attrelid = quote_ident($1)::regclass and attname = any($2)',
      [table, names],
    )
    expect(found.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  }
})

test('the database guards every sealed column', async () => {
  const { rows } = await app.pool.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
       join pg_attribute a on a.attrelid = c.oid and a.attnum = any(t.tgattr)
     where t.tgname = 'closed_key_refused' and c.relnamespace = 'public'::regnamespace`,
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual(sealedColumns.map(nameOf).toSorted())
})

test('only these files make fingerprints, so that a new one is thought of in the lists', () => {
  const folder = join(serverRoot, 'src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const found = files.filter((name) =>
    /ault\s*\.(fingerprint|everyFingerprint)/.test(readFileSync(join(folder, name), 'utf8')),
  )
  expect(found.toSorted()).toEqual([
    'access/login-log.ts',
    'access/second-factor.ts',
    'demo/users.ts',
    'intake/profile.ts',
    'platform/callers/look-ups.ts',
    'platform/imports/compared.ts',
    'platform/keys/reseal-column.ts',
    'reconcile/org-list.rows.ts',
    'users/areas/blacklist/entry.ts',
    'users/areas/user/batch.ts',
    'users/areas/user/export.ts',
    'users/areas/user/import/rows.ts',
    'users/areas/user/routes.ts',
    'users/blacklist-match.ts',
    'users/user-filter.ts',
  ])
})
