import { expect, expectTypeOf, test } from 'vitest'
import { startApp } from '#test/harness'
import { type Changes, deleteRows, insertRow, lockRows, type Stored, type VersionedTable } from '../db/row.ts'
import { changeRow } from './change-row.ts'

const app = startApp()
let next = 0
let adminId: string | undefined
const added = () => insertRow(app.db, 'blacklist', { kind: 'device', value: `row-${next++}`, reason: 'new' })

async function change(id: string, { version = 1, reason = 'changed' } = {}) {
  adminId ??= (await app.as('blacklist:update')).adminId
  const by = adminId
  return app.db
    .transaction()
    .execute((db) =>
      changeRow(db, 'blacklist', { id, version }, { show: reasonOf(db, id), by, change: () => ({ reason }) }),
    )
}
const reasonOf = (db: typeof app.db, id: string) => async () =>
  (await db.selectFrom('blacklist').select('reason').where('id', '=', id).executeTakeFirst())?.reason

test('the types are derived from the table', () => {
  expectTypeOf<'blacklist'>().toExtend<VersionedTable>()
  expectTypeOf<'auditLog'>().not.toExtend<VersionedTable>()
  expectTypeOf<Stored<'blacklist'>['valueSealed']>().toEqualTypeOf<Buffer | null>()
  expectTypeOf<Changes<'blacklist'>>().not.toHaveProperty('version')
  expectTypeOf<{ noSuchColumn: 1 }>().not.toExtend<Changes<'blacklist'>>()
})

test('a change sets the named columns, increments the version and returns the row as shown before and after', async () => {
  const id = await added()
  expect(await change(id)).toEqual({ before: 'new', after: 'changed' })
  const [row] = await lockRows(app.db, 'blacklist', [id])
  expect(row).toMatchObject({ reason: 'changed', version: 2, remark: '', updatedBy: expect.any(String) })
})

test('a row that does not exist is not found', async () => {
  await expect(change('999999')).rejects.toMatchObject({ code: '4040' })
})

test('an old version is refused with the current row, and nothing is changed', async () => {
  const id = await added()
  await change(id)
  await expect(change(id, { reason: 'late' })).rejects.toMatchObject({
    code: '4090',
    words: 'stale',
    details: { current: 'changed' },
  })
  expect(await reasonOf(app.db, id)()).toBe('changed')
})

test('of twenty concurrent changes of one version, one succeeds', async () => {
  const id = await added()
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => change(id, { reason: `${index}` })),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await lockRows(app.db, 'blacklist', [id]))[0]?.version).toBe(2)
})

test('only the rows with the given ids are deleted', async () => {
  const [one, other] = [await added(), await added()]
  await deleteRows(app.db, 'blacklist', [one])
  expect((await lockRows(app.db, 'blacklist', [one, other])).map(({ id }) => id)).toEqual([other])
})
