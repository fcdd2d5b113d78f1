import { setImmediate as turn } from 'node:timers/promises'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { runApart, teamOf } from './team.ts'

/** Connections that note which statements are under way together. @param failing a statement that fails */
function connections(n: number, failing = '') {
  const running = new Set<string>()
  const seen: { statement: string; beside: string[] }[] = []
  const query = async (statement: string) => {
    seen.push({ statement, beside: [...running] })
    running.add(statement)
    for (let turns = 0; turns < statement.length; turns++) await turn()
    running.delete(statement)
    if (statement === failing) throw new Error(`${statement} failed`)
  }
  const clients = Array.from({ length: n }, () => ({ query }) as unknown as pg.PoolClient)
  return { team: teamOf(clients), seen }
}

const statements = [
  { tables: ['a'], statement: 'a, the longest of all' },
  { tables: ['a'], statement: 'a again' },
  { tables: ['b'], statement: 'b' },
  { tables: ['a', 'b'], statement: 'a, b' },
  { tables: ['b'], statement: 'b again' },
  { tables: ['c'], statement: 'c' },
]

test('statements of different tables run together, and those of a table in their order', async () => {
  const { team, seen } = connections(3)
  await runApart(team, statements)
  expect(seen).toEqual([
    { statement: 'a, the longest of all', beside: [] },
    { statement: 'b', beside: ['a, the longest of all'] },
    { statement: 'c', beside: ['a, the longest of all', 'b'] },
    { statement: 'a again', beside: [] },
    { statement: 'a, b', beside: [] },
    { statement: 'b again', beside: [] },
  ])
})

test('after a failure no other begins', async () => {
  const { team, seen } = connections(2, 'b')
  await expect(runApart(team, statements)).rejects.toThrow('b failed')
  expect(seen.map(({ statement }) => statement)).toEqual(['a, the longest of all', 'b'])
})
