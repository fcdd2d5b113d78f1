import type pg from 'pg'

/** The first column of rows; `$1` is the table, where the statement has it. */
export async function listed(db: pg.ClientBase, text: string, table?: string): Promise<string[]> {
  const values = table === undefined ? [] : [`"${table}"`]
  return (await db.query<[string]>({ text, values, rowMode: 'array' })).rows.map(([each]) => each)
}

interface Fresh {
  /** The new table, as a statement names it. */
  table: string
  /** The beginning of the names of its parts. */
  name: string
  /** The table of before, as a statement names it. */
  before: string
  parts: number
}

/** Makes the parts of a table, with the settings of the table of before, and moves the rows of that one to them. */
export async function fill(db: pg.ClientBase, { table, name, before, parts }: Fresh): Promise<void> {
  const { rows } = await db.query<{ settings: string | null; columns: string }>(
    `select (select ' with (' || array_to_string(reloptions, ', ') || ')' from pg_class where oid = $1::regclass) as settings,
       string_agg(quote_ident(attname), ', ' order by attnum) as columns
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [before],
  )
  const { settings, columns } = rows[0] as (typeof rows)[number]
  for (let n = 0; n < parts; n++)
    await db.query(
      `create table part."${name}_${n}" partition of ${table} for values with (modulus ${parts}, remainder ${n}) ${settings ?? ''}`,
    )
  await db.query(`insert into ${table} (${columns}) select ${columns} from ${before}`)
  await db.query(`drop table ${before}`)
}
