import { machines } from '@kabao/contract/app/machines'
import { isReviewAct, type Machine } from '@kabao/contract/kernel/machine'
import { expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { findEntities } from '#test/machines/entities'
import { snake } from '#test/machines/rows'

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
     where table_name = any($1) and column_name in ('reviewed_by', 'reviewed_at', 'note') group by 1 having count(*) = 3`,
    [tables],
  )
  expect(rows.map(({ table }) => table).toSorted()).toEqual([...new Set(tables)].toSorted())
  expect(tables).toHaveLength(reviewing.length)
})
