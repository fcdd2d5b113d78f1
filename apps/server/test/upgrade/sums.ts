import type pg from 'pg'

/** The columns of each table of a schema, by the table's name. A partitioned table has its partitions' rows. */
export type Columns = ReadonlyMap<string, readonly string[]>

/** Tables that say which version the database has, and not what is in it. */
const ofTheSchema = new Set(['kysely_migration', 'kysely_migration_lock', 'schema_step'])

export async function columnsOf(pool: pg.Pool): Promise<Columns> {
  const { rows } = await pool.query<{ table: string; columns: string[] }>(
    `
    select format('%I.%I', n.nspname, c.relname) as table,
      array_agg(quote_ident(a.attname)::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = 'public'
    group by 1, c.relname having c.relname <> all($1::text[]) order by 1`,
    [[...ofTheSchema]],
  )
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

/** What the migration 0087 renamed, in names and in the rows that name a table. */
const renamed = (name: string) => name.replaceAll('clue', 'lead')

/** The columns under their names after the migrations. */
export const columnsAfter = (columns: Columns): Columns =>
  new Map([...columns].map(([table, names]) => [renamed(table), names.map(renamed)]))

/** What later migrations add rows to, and which rows are not theirs. */
const notAdded: Readonly<Record<string, string>> = {
  'public.fact': `where kind <> 'matched'`,
  'public.fact_delta': `where kind <> 'matched'`,
  'public.choice_change': `where entity <> 'role'`,
  'public.partitioned_table': `where name not in ('delivery', 'notice', 'notice_file', 'day_visitor', 'roll_up_hour', 'active_user', 'roll_up')`,
}

/** How many rows each table has, by its name after the migrations, and a sum over all their values in these columns. */
export async function sumsOf(pool: pg.Pool, columns: Columns): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const [table, names] of columns) {
    const { rows } = await pool.query(`
      select count(*) || ' ' || coalesce(sum(('x' || substr(md5(replace(row(${names.join()})::text, 'clue', 'lead')), 1, 15))::bit(60)::bigint), 0) as sum
      from ${table} ${notAdded[table] ?? ''}`)
    sums[renamed(table)] = rows[0].sum
  }
  return sums
}
