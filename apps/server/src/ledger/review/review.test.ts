import { machines } from '@kabao/contract/app/machines'
import { actOf, isReviewAct, type Machine } from '@kabao/contract/kernel/machine'
import { describe, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { findEntities } from '#test/machines/entities'
import { request, rowIn, snake } from '#test/machines/rows'

const app = startApp()

test('the database itself refuses a review by who filed the row, in every table with reviews', async () => {
  const { rows } = await app.pool.query(
    `select c.table_name as table,
       (select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.table_name::regclass and k.conname = c.table_name || '_reviewed_by_check') as check
     from information_schema.columns c where c.table_schema = 'public' and c.column_name = 'reviewed_by'`,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { table, check } of rows)
    expect([table, check]).toEqual([
      table,
      expect.stringMatching(/reviewed_by <> (created_by|asked_by|filed_by)/),
    ])
})

test('every machine with reviews keeps who reviewed', async () => {
  const reviewing = machines.filter((machine: Machine) =>
    Object.keys(machine.acts).some((act) => isReviewAct(machine, act)),
  )
  const tables = (await findEntities())
    .filter(({ machine }) => (reviewing as readonly Machine[]).includes(machine))
    .map(({ table }) => snake(table))
  const { rows } = await app.pool.query(
    `select table_name as table from information_schema.columns
     where table_schema = 'public' and table_name = any($1) and column_name in ('reviewed_by', 'reviewed_at', 'note') group by 1 having count(*) = 3`,
    [tables],
  )
  expect(rows.map(({ table }) => table).toSorted()).toEqual([...new Set(tables)].toSorted())
  expect(tables).toHaveLength(reviewing.length)
})

const reviews = (await findEntities()).flatMap((entity) =>
  Object.keys(entity.machine.acts)
    .filter((act) => isReviewAct(entity.machine, act))
    .map((act) => [`${entity.machine.name}:${act}`, entity, act] as const),
)

describe('who filed a row, and an account that the filer set up, reviews it in no machine', () => {
  test.each(reviews)('%s', async (_, entity, act) => {
    const as = await app.as('*')
    const { row } = await rowIn(app, as, entity, entity.machine.start)
    const table = snake(entity.table)
    const { rows } = await app.pool.query(
      `select column_name as name from information_schema.columns
       where table_name = $1 and column_name in ('asked_by', 'created_by') order by 1 limit 1`,
      [table],
    )
    const { filer } = (
      await app.pool.query(`select ${rows[0].name}::text as filer from ${table} where id = $1`, [row.id])
    ).rows[0]
    await app.pool.query(`insert into account_setup (admin_id, by_admin, way) values ($1, $2, 'made')`, [
      as.adminId,
      filer,
    ])
    expect((await request(as, entity, act, row, true)).body).toMatchObject({
      code: '4030',
      msg: expect.stringContaining('within 30 days'),
    })
    await app.pool.query(`update ${table} set ${rows[0].name} = $2 where id = $1`, [row.id, as.adminId])
    expect((await request(as, entity, act, row, true)).body).toMatchObject({
      code: '4030',
      msg: expect.stringContaining('what you submitted'),
    })
  })
})

test('as the service, a reviewed row is neither changed nor deleted, in every table with reviews', async () => {
  const as = await app.as('*')
  const done = new Map<string, string>()
  for (const [, entity, act] of reviews) {
    const table = snake(entity.table)
    if (done.has(table)) continue
    const { row } = await rowIn(app, as, entity, actOf(entity.machine, act).to)
    done.set(table, row.id)
  }
  expect(done.size).toBeGreaterThan(5)
  for (const [table, id] of done) {
    const { rows } = await app.pool.query(
      `select column_name as name from information_schema.columns where table_name = $1
       and column_name in ('amount_fen', 'refund_fen') limit 1`,
      [table],
    )
    for (const statement of [
      `update ${table} set ${rows[0].name} = coalesce(${rows[0].name}, 0) + 1 where id = $1`,
      `delete from ${table} where id = $1`,
    ])
      await expect(app.servicePool.query(statement, [id]), statement).rejects.toThrow('cannot be changed')
  }
})
