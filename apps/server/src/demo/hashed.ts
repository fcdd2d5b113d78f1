import type pg from 'pg'

/**
 * Runs a query of the open transaction without nested loops. The planner knows nothing of rows that are not committed: it would compare
 * each push with each transfer.
 */
export async function queryHashed<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  await client.query('set local enable_nestloop = off')
  const { rows } = await client.query<Row>(text, values)
  await client.query('set local enable_nestloop = on')
  return rows
}
