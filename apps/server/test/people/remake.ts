import type pg from 'pg'
import { fill, listed } from './parts.ts'

/**
 * Makes a table again in parts: columns, checks, rows, rights, triggers, and what reads it. References and indexes are the caller's.
 * A number of the table's own sequence becomes a time id, because each writer would count for itself.
 */
export async function remake(
  db: pg.ClientBase,
  table: string,
  { key, parts }: { key: string; parts: number },
): Promise<void> {
  const after: string[] = []
  for (const text of onTable) after.push(...(await listed(db, text, table)))
  const readers = [...(await listed(db, functionsOf, table)), ...(await listed(db, viewsOf, table))]
  const ofRow = await listed(db, functionsOfRow, table)
  const before = `"${table}_whole"`
  await db.query(`alter table "${table}" rename to ${before}`)
  await db.query(`create table "${table}" (like ${before} including comments including compression including constraints
    including defaults including generated including statistics including storage) partition by hash (${key})`)
  // They read the new table from here on, so nothing depends on the one of before.
  for (const text of readers) await db.query(text)
  for (const oid of ofRow) await db.query(await dropped(db, oid))
  await fill(db, { table: `"${table}"`, name: table, before, parts })
  for (const text of after) await db.query(text)
}

/** What is made once the rows are there: the numbers of new rows, triggers, rights. */
const onTable = [
  `select format('alter table %s alter column %I set default time_id()', attrelid::regclass, attname)
   from pg_attribute where attrelid = $1::regclass and attidentity <> ''`,
  'select pg_get_triggerdef(oid) from pg_trigger where tgrelid = $1::regclass and not tgisinternal',
  `select format('grant %s on %s to %s', a.privilege_type, c.oid::regclass, nullif(a.grantee, 0)::regrole)
   from pg_class c, aclexplode(c.relacl) a where c.oid = $1::regclass`,
]

const viewsOf = `
  select distinct format('create or replace view %s as %s', v.oid::regclass, pg_get_viewdef(v.oid))
  from pg_depend d join pg_rewrite r on d.classid = 'pg_rewrite'::regclass and r.oid = d.objid join pg_class v on v.oid = r.ev_class
  where d.refclassid = 'pg_class'::regclass and d.refobjid = $1::regclass`

/** Functions that take a row of the table: another table has another type of row, so they are made beside the ones of before. */
const functionsOfRow = `
  select objid::text from pg_depend where classid = 'pg_proc'::regclass and refclassid = 'pg_type'::regclass
    and refobjid = (select reltype from pg_class where oid = $1::regclass)`

const functionsOf = `
  select pg_get_functiondef(objid) from pg_depend where classid = 'pg_proc'::regclass
    and ((refclassid = 'pg_class'::regclass and refobjid = $1::regclass) or objid::text in (${functionsOfRow}))
  group by objid`

async function dropped(db: pg.ClientBase, oid: string): Promise<string> {
  const { rows } = await db.query<{ name: string }>('select $1::oid::regprocedure::text as name', [oid])
  return `drop function ${rows[0]?.name}`
}
