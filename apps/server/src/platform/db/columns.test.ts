import { sql } from 'kysely'
import { expect, expectTypeOf, test } from 'vitest'
import { startApp } from '#test/harness'
import { createDb } from './client.ts'
import { columnsOf, findRow, type RowOf } from './columns.ts'

const app = startApp()

const own = columnsOf('adminRole', ['adminId', 'roleId'])
const entry = columnsOf('blacklist', ['id', 'valueSealed', 'expiresAt', 'createdAt'], 'b')

test('columns are selected under their TypeScript names, with the types of the schema', async () => {
  expectTypeOf<RowOf<typeof own>>().toEqualTypeOf<{ adminId: string; roleId: string }>()
  expectTypeOf<RowOf<typeof entry>>().toEqualTypeOf<{
    id: string
    valueSealed: Buffer | null
    expiresAt: string | null
    createdAt: string
  }>()
  // @ts-expect-error: the table has no such column
  columnsOf('blacklist', ['id', 'noSuchColumn'])
  const { sql: text } = sql`select ${entry}`.compile(createDb(app.pool).withoutPlugins())
  expect(text).toBe(
    'select "b"."id" as "id", "b"."value_sealed" as "valueSealed", "b"."expires_at" as "expiresAt", "b"."created_at" as "createdAt"',
  )
})

test('every column name is converted to the name in the database', async () => {
  const db = createDb(app.pool)
  const { rows } = await app.pool.query<{ table: string; columns: string[] }>(`
    select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely_%' group by table_name`)
  expect(rows.length).toBeGreaterThan(20)
  const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  for (const { table, columns } of rows) {
    const read = columnsOf(camel(table) as 'admin', columns.map(camel) as ['id'])
    await sql`select ${read} from ${sql.table(table)} t limit 0`.execute(db.withoutPlugins())
  }
})

test('a single row is read with the parts of the page query; none is found if a condition does not hold', async () => {
  const db = createDb(app.pool)
  const { adminId } = await app.as('user:page')
  const query = {
    table: sql`admin`,
    columns: columnsOf('admin', ['id', 'mustChangePassword']),
    joins: sql`left join admin maker on maker.id = t.created_by`,
  }
  expect(await findRow(db, { ...query, where: [sql`t.id = ${adminId}`] })).toEqual({
    id: adminId,
    mustChangePassword: expect.any(Boolean),
  })
  expect(await findRow(db, { ...query, where: [sql`t.id = ${adminId}`, sql`false`] })).toBeUndefined()
})
