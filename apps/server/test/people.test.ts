import { describe, expect, test } from 'vitest'
import { startApp } from './harness.ts'
import { catalogOf } from './people/catalog.ts'
import { exceptions, functions, gaps } from './people/exceptions.ts'
import { keyOf, unkeyed } from './people/keys.ts'
import { isOfPipeline, sources, templatesOf } from './people/places.ts'

const app = startApp()

const named = (what: Parameters<typeof catalogOf>[1]) => catalogOf(app.pool, what)

describe('the tables of people', () => {
  test('have the column of their key, and no other table names a person', async () => {
    expect(await named('tables')).toEqual([...keyOf.keys()].toSorted())
    expect(await named('nullable')).toEqual(gaps.nullable)
    expect(await named('others')).toEqual(gaps.others)
  })

  test('are unique by what contains the key', async () => {
    expect(await named('unique')).toEqual(gaps.unique)
  })

  test('are referred to with the key', async () => {
    expect(await named('references')).toEqual(gaps.references)
  })

  test('are not numbered by a sequence of their own', async () => {
    expect(await named('identities')).toEqual(gaps.identities)
  })
})

test('what is said of whom is seen in a statement', () => {
  for (const said of [
    `select from push_record p where p.id = any($1) and p.user_id = $2`,
    `select from push_record where id = $1 and user_id = any($2)`,
    `update "user" set status = 'matched' where id = $1`,
    `select "flow" from "user" where "id" = $1`,
    `select from due_step d join wanted w on w.person = d.user_id`,
    `insert into push_attempt (push_id, user_id) values ($1, $2)`,
    `select from offer o where (o.user_id = $1 or o.user_id is null)`,
    `update push_target t set state = 'sent' where (t.push_plan_id, t.user_id) = ($1, $2)`,
    `select from plan p where p.id = $1`,
  ])
    expect([said, unkeyed(said)]).toEqual([said, []])
  for (const [unsaid, table] of [
    [`select from push_record p where p.id = any($1)`, 'push_record'],
    [`select user_id from push_record where id = $1`, 'push_record'],
    [`update push_record p set user_id = 1 where p.id = 1`, 'push_record'],
    [`delete from due_step where due_at < now()`, 'due_step'],
    [`insert into push_attempt (push_id) values ($1)`, 'push_attempt'],
    [`select from "user" u where u.phone = $1`, 'user'],
    [`select from offer o join push_record r on r.id = o.id where r.user_id = $1`, 'offer'],
    [`with a as (select from offer o where o.user_id = 1) select from offer o where o.id = 2`, 'offer'],
    [`select from offer where id = 1 -- and user_id = 2`, 'offer'],
    [`select from offer where note = 'user_id = 2'`, 'offer'],
  ] as const)
    expect([unsaid, unkeyed(unsaid)]).toEqual([unsaid, [table]])
})

test('statements of engine and intake say of whom, but for the exceptions', () => {
  const found = sources()
    .filter(isOfPipeline)
    .flatMap((file) => {
      const unnamed = templatesOf(file).filter((text) => unkeyed(text).length > 0)
      return unnamed.length > 0
        ? [[file, unnamed.map((text) => beginningOf(exceptions[file], text)).toSorted()]]
        : []
    })
  expect(Object.fromEntries(found)).toEqual(exceptions)
})

test('functions of the database say of whom, but for the exceptions', async () => {
  const { rows } = await app.pool.query<{ name: string; text: string }>(
    `select proname as name, pg_get_functiondef(oid) as text from pg_proc
     where pronamespace = 'public'::regnamespace and prokind = 'f'`,
  )
  const found = rows.flatMap(({ name, text }) =>
    text
      .replace(/--.*$/gm, '')
      .split(';')
      .flatMap((statement) => unkeyed(statement).map((table) => `${name}: ${table}`)),
  )
  expect([...new Set(found)].toSorted()).toEqual(functions.toSorted())
})

/** The exception that a statement is, or as much of it as would make one. */
const beginningOf = (known: readonly string[] = [], text: string): string =>
  known.find((beginning) => text.startsWith(beginning)) ?? text.slice(0, 80)
