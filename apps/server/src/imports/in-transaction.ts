import type pg from 'pg'

/** One transaction over one connection, for what runs COPY beside other statements. */
export async function inTransaction<T>(
  pool: pg.Pool,
  run: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let isBroken = false
  try {
    await client.query('begin')
    const result = await run(client)
    await client.query('commit')
    return result
  } catch (error) {
    // A connection that broke in the middle is good for nothing else.
    await client.query('rollback').catch(() => {
      isBroken = true
    })
    throw error
  } finally {
    client.release(isBroken)
  }
}
