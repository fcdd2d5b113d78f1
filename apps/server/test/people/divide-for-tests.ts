import type pg from 'pg'
import { divide, divided } from './divide.ts'
import { listed } from './parts.ts'

/**
 * Divides the tables of people of a database of tests, whose ids get the bits of node 5. The partitions that are made ahead are dropped before, but
 * for the next one: two months are divided as four are, in half the time.
 */
export async function divideForTests(pool: pg.Pool, parts: number): Promise<void> {
  const client = await pool.connect()
  try {
    for (const text of await listed(client, ahead)) await client.query(text)
    await divide(client, { parts, node: 5 })
  } finally {
    client.release(true)
  }
}

const ahead = `
  select format('alter table %I detach partition part.%I; drop table part.%2$I', t.name, p.name)
  from partitioned_table t cross join partitions_of(t.name) p where p.from_at > now() + interval '1 month'
    and t.name = any('{${[...divided.keys()]}}')`
