import type pg from 'pg'

/** A piece of the database as SQL, by the table or function that it belongs to. */
interface Piece {
  of: string
  text: string
}

/**
 * The database as it is after all migrations, as the text of `schema.sql`: by module its tables with their columns, constraints, indexes
 * and triggers, then its functions; in the end the views for other tools. It is for reading; migrations make the database.
 * @param ownerOf the module of each table, in the order of the modules
 * @throws Error if a table has none
 */
export async function describeSql(pool: pg.Pool, ownerOf: ReadonlyMap<string, string>): Promise<string> {
  const [tables, views, indexes, triggers, functions, calls] = await Promise.all([
    readPieces(pool, tableTexts),
    readPieces(pool, reportingTexts),
    readPieces(pool, indexTexts),
    readPieces(pool, triggerTexts),
    readPieces(pool, functionTexts),
    readPieces(pool, triggerCalls),
  ])
  const lost = tables.flatMap(({ of }) => (ownerOf.has(of) ? [] : [of]))
  if (lost.length > 0) throw new Error(`No area and no module names the table ${lost.join(', ')} (tables).`)
  const textsOf = (from: readonly Piece[], name: string) =>
    from.filter(({ of }) => of === name).map(({ text }) => text)
  /** A function belongs to the module of the tables whose triggers call it; one of several modules, or of none, to the ground floor. */
  const moduleOf = ({ of }: Piece): string => {
    const modules = new Set(textsOf(calls, of).map((table) => ownerOf.get(table)))
    const [only, ...others] = modules
    return only !== undefined && others.length === 0 ? only : ground
  }
  const parts = [...new Set(ownerOf.values())].map((module) => {
    const own = tables.filter(({ of }) => ownerOf.get(of) === module)
    const texts = own.map(({ of, text }) =>
      [text, ...textsOf(indexes, of), ...textsOf(triggers, of)].join('\n'),
    )
    const called = functions.filter((each) => moduleOf(each) === module).map(({ text }) => text)
    return [`-- ${module}`, ...texts, ...called].join('\n\n')
  })
  const reporting = ['-- reporting', ...views.map(({ text }) => text)].join('\n\n')
  return `${header}\n${[...parts, reporting].join('\n\n')}\n`
}

/** The module of what belongs to several. */
const ground = 'platform'

const header = `-- Generated from the migrated database by \`npm run schema\`; a test compares. It is for reading: migrations make the database.
`

const readPieces = async (pool: pg.Pool, text: string): Promise<Piece[]> =>
  (await pool.query<Piece>(text)).rows

/** Tables of the service, without the partitions of one. */
const ownTables = `pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  where c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'kysely_%'`

const tableTexts = `
  select c.relname as of, format(E'create table %I (\\n%s\\n)%s;', c.relname, (
    select string_agg('  ' || line, E',\\n' order by place, line) from (
      select a.attnum::int as place, format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
        || case when a.attidentity <> '' then ' generated always as identity' else '' end
        || coalesce(case when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
          else ' default ' || pg_get_expr(d.adbin, d.adrelid) end, '')
        || case when a.attnotnull then ' not null' else '' end as line
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      union all
      select 10000, format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid))
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'c', 'f', 'x')
    ) lines), case when c.relkind = 'p' then ' partition by ' || pg_get_partkeydef(c.oid) else '' end) as text
  from ${ownTables}
  union all
  select c.relname, format(E'create view %I as\n%s', c.relname, pg_get_viewdef(c.oid))
  from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' where c.relkind = 'v'
  order by 1`

/** What other tools may read; its columns are told by its comments. */
const reportingTexts = `
  select c.relname as of, format(E'create view reporting.%I as\n%s', c.relname, pg_get_viewdef(c.oid)) as text
  from pg_class c where c.relnamespace = 'reporting'::regnamespace and c.relkind = 'v' order by c.relname collate "C"`

const indexTexts = `
  select c.relname as of, pg_get_indexdef(i.indexrelid) || ';' as text
  from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class c on c.oid = i.indrelid
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  where not c.relispartition and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
  order by x.relname collate "C"`

const triggerTexts = `
  select c.relname as of, pg_get_triggerdef(t.oid) || ';' as text
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  where not t.tgisinternal and not c.relispartition order by t.tgname collate "C"`

const functionTexts = `
  select p.proname as of, trim(trailing E'\\n' from pg_get_functiondef(p.oid)) || ';' as text
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public'
  where p.prokind in ('f', 'p') and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname collate "C", p.oid::regprocedure::text collate "C"`

/** Which functions the triggers of a table call. */
const triggerCalls = `
  select p.proname as of, c.relname as text
  from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  where not t.tgisinternal and not c.relispartition`
