import type pg from 'pg'

/**
 * Runs one transaction on one connection, for work that runs COPY besides other statements. A connection that failed is closed: in the
 * middle of COPY it cannot be used again, and it may keep plans that were made for many rows.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  run: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let isFailed = false
  try {
    await client.query('begin')
    const result = await run(client)
    await client.query('commit')
    return result
  } catch (error) {
    isFailed = true
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release(isFailed)
  }
}
