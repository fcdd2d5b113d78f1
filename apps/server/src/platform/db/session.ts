import pg from 'pg'

/** What a connection is set to once it is open. */
export interface SessionSettings {
  /** The role that the connection switches to. */
  role?: string | null
  /** In milliseconds. */
  statement_timeout?: number | false | undefined
  idle_in_transaction_session_timeout?: number | undefined
}

/** The server at the other end. */
export interface Server {
  isStandby: boolean
  isReadOnly: boolean
  /** When it was started; no two servers say the same. */
  start: string
}

const zone = 'UTC'
const dates = 'ISO'

/**
 * The parameters of the first message. Poolers refuse or ignore all but a few, so timeouts and the role are not among them; those
 * here are kept for each caller even by a pooler that shares its connections.
 */
export function startupOf(client: pg.Client): Record<string, string> {
  const {
    user = '',
    database = '',
    application_name,
  } = (
    client as unknown as {
      connectionParameters: { user?: string; database?: string; application_name?: string }
    }
  ).connectionParameters
  return { user, database, ...(application_name && { application_name }), TimeZone: zone, DateStyle: dates }
}

/** Sets up a connection by one statement. */
export async function settle(client: pg.Client, settings: SessionSettings): Promise<Server> {
  const { role, statement_timeout, idle_in_transaction_session_timeout } = settings
  const values = Object.entries({
    TimeZone: zone,
    DateStyle: dates,
    // Compiling a statement takes far longer than running it here.
    jit: 'off',
    ...(statement_timeout && { statement_timeout: String(statement_timeout) }),
    ...(idle_in_transaction_session_timeout && {
      idle_in_transaction_session_timeout: String(idle_in_transaction_session_timeout),
    }),
    ...(role && { role }),
  })
  const set = values.map(([name, value]) => `set_config('${name}', ${pg.escapeLiteral(value)}, false)`)
  const { rows } = await client.query({
    text: `select pg_is_in_recovery(), current_setting('transaction_read_only') = 'on', pg_postmaster_start_time()::text, ${set.join(', ')}`,
    rowMode: 'array',
  })
  const [isStandby, isReadOnly, start] = rows[0] as unknown as [boolean, boolean, string]
  return { isStandby, isReadOnly, start }
}
