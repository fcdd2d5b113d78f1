import { describe, expect, test } from 'vitest'
import { startApp } from './harness.ts'
import { exceptions, functions, gaps } from './people/exceptions.ts'
import { keyOf, unkeyed } from './people/keys.ts'
import { isOfPipeline, sources, templatesOf } from './people/places.ts'

const app = startApp()

/** The first column of rows. */
const listed = async (text: string): Promise<string[]> => {
  const values = [JSON.stringify(Object.fromEntries(keyOf))]
  const { rows } = await app.pool.query<[string]>({ text, values, rowMode: 'array' })
  return rows.map(([name]) => name).toSorted()
}

/** The tables of people with the columns of their keys, which `$1` gives as an object. */
const tables = `(select c.oid, c.relname as name, k.value as key, a.attnum, a.attnotnull
  from jsonb_each_text($1::jsonb) k join pg_class c on c.relname = k.key and c.relnamespace = 'public'::regnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attname = k.value)`

describe('the tables of people', () => {
  test('have the column of their key, and no other table names a person', async () => {
    expect(await listed(`select t.name from ${tables} t`)).toEqual([...keyOf.keys()].toSorted())
    expect(await listed(`select t.name from ${tables} t where not attnotnull`)).toEqual(gaps.nullable)
    expect(
      await listed(`select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not $1::jsonb ? c.relname`),
    ).toEqual(gaps.others)
  })

  test('are unique by what contains the key', async () => {
    expect(
      await listed(`select x.relname from ${tables} t join pg_index i on i.indrelid = t.oid join pg_class x on x.oid = i.indexrelid
        where i.indisunique and t.attnum <> all(i.indkey[:i.indnkeyatts - 1])`),
    ).toEqual(gaps.unique)
  })

  test('are referred to with the key', async () => {
    expect(
      await listed(`select k.conname from pg_constraint k join ${tables} target on target.oid = k.confrelid
        left join ${tables} source on source.oid = k.conrelid
        where k.contype = 'f' and k.conparentid = 0 and not exists (
          select from unnest(k.conkey, k.confkey) as pair (here, there)
            join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.here
          where pair.there = target.attnum and a.attname = coalesce(source.key, 'user_id'))`),
    ).toEqual(gaps.references)
  })

  test('are not numbered by a sequence of their own', async () => {
    expect(
      await listed(`select t.name || '.' || a.attname from ${tables} t join pg_attribute a on a.attrelid = t.oid
        where a.attidentity <> ''`),
    ).toEqual(gaps.identities)
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
