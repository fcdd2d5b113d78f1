import type pg from 'pg'

interface Column {
  table: string
  name: string
  type: string
  isNullable: boolean
  isGenerated: boolean
  hasDefault: boolean
  /** Its check constraint, where there is one by the usual name `table_column_check`. */
  check: string | null
}

/** What Kysely needs to know of the migrated database, as the text of `schema.ts`. */
export async function describeSchema(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<Column>(`
    select table_name as table, column_name as name, udt_name as type, is_nullable = 'YES' as "isNullable",
      is_identity = 'YES' or is_generated = 'ALWAYS' as "isGenerated", column_default is not null as "hasDefault",
      (select pg_get_constraintdef(oid) from pg_constraint
        where contype = 'c' and conrelid = format('%I', table_name)::regclass
          and conname = table_name || '_' || column_name || '_check') as check
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely_%'
    order by table_name collate "C", ordinal_position`)
  const tables = groupByTable(rows)
  const parts = [...tables].map(([table, columns]) => tableType(table, columns))
  const schema = [...tables.keys()].map((table) => `  ${camel(table)}: ${pascal(table)}Table`)
  return `${header}\n${parts.join('\n')}\nexport interface Schema {\n${schema.join('\n')}\n}\n`
}

const header = `// Generated from the migrated database by \`npm run schema\`; a test compares. Not edited by hand.
import type { ColumnType, SelectType } from 'kysely'

type Generated<T> = [T] extends [ColumnType<infer S, infer I, infer U>]
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>
type GeneratedAlways<T> = ColumnType<SelectType<T>, never, never>
type Instant = ColumnType<string, string | Date, string | Date>
type Json = ColumnType<unknown, string | null, string | null>
`

const typeOf: Record<string, string> = {
  int8: 'string',
  int4: 'number',
  // Arbitrary precision, which a number of JavaScript does not have.
  numeric: 'string',
  int2: 'number',
  text: 'string',
  uuid: 'string',
  varchar: 'string',
  float8: 'number',
  bool: 'boolean',
  bytea: 'Buffer',
  timestamptz: 'Instant',
  date: 'string',
  time: 'string',
  inet: 'string',
  pg_lsn: 'string',
  jsonb: 'Json',
  _text: 'string[]',
  _int8: 'string[]',
  _int4: 'number[]',
  _int2: 'number[]',
}

function tableType(table: string, columns: Column[]): string {
  return `interface ${pascal(table)}Table {\n${columns.map(lineOf).join('\n')}\n}`
}

/** The longest line that the formatter leaves whole. Source: biome.json. */
const lineWidth = 110

function lineOf(column: Column): string {
  const name = `  ${camel(column.name)}:`
  const type = columnType(column)
  if (`${name} ${type}`.length <= lineWidth || !type.startsWith("'")) return `${name} ${type}`
  return [name, ...type.split(' | ').map((choice) => `    | ${choice}`)].join('\n')
}

function columnType({ type, isNullable, isGenerated, hasDefault, check, table, name }: Column): string {
  const base = choicesOf(check) ?? typeOf[type]
  if (!base) throw new Error(`${table}.${name} has the type ${type}, which describe-schema does not know`)
  const whole = isNullable ? `${base} | null` : base
  if (isGenerated) return `GeneratedAlways<${whole}>`
  return hasDefault ? `Generated<${whole}>` : whole
}

/** `CHECK ((status = ANY (ARRAY['a'::text, 'b'::text])))` → `'a' | 'b'` */
function choicesOf(check: string | null): string | null {
  const list = /= ANY \(ARRAY\[(.+)\]\)/.exec(check ?? '')?.[1]
  return list ? [...list.matchAll(/'([^']*)'::text/g)].map((match) => `'${match[1]}'`).join(' | ') : null
}

function groupByTable(rows: Column[]): Map<string, Column[]> {
  const tables = new Map<string, Column[]>()
  for (const row of rows) tables.set(row.table, [...(tables.get(row.table) ?? []), row])
  return tables
}

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const pascal = (name: string) => camel(`_${name}`)
