import type pg from 'pg'
import { divided } from './divide.ts'
import { listed } from './parts.ts'

/** Drops the partitions that are made ahead but for the next one: two months are divided as four are, in half the time. */
export async function keepTwoMonths(db: pg.ClientBase): Promise<void> {
  const ahead = `
    select format('alter table %I detach partition part.%I; drop table part.%2$I', t.name, p.name)
    from partitioned_table t cross join partitions_of(t.name) p where p.from_at > now() + interval '1 month'
      and t.name = any('{${[...divided.keys()]}}')`
  for (const text of await listed(db, ahead)) await db.query(text)
}
