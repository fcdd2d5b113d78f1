import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'
import pg from 'pg'

/**
 * A statement as one text with its values inserted as quoted literals: for `copy (…) to stdout`, the one statement that takes no
 * parameters.
 */
export const literalSql = (statement: RawBuilder<unknown>): string => statement.compile(compiler).sql

class LiteralCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literal(value))
  }
}

const compiler = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new LiteralCompiler(),
  },
})

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'string') return pg.escapeLiteral(value)
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
    return String(value)
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(element).join(',')}}`)
  throw new TypeError(`No literal for a ${typeof value}`)
}

/** An element of an array, whose type the statement names: `'{…}'::bigint[]`. */
function element(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value === 'string') return `"${value.replace(/["\\]/g, '\\$&')}"`
  throw new TypeError(`No literal for a ${typeof value} in an array`)
}
