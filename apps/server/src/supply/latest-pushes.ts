import { type RawBuilder, sql } from 'kysely'

/** How many of the latest pushes of a partner are looked through. */
const latest = 1_000

/**
 * Whether one of the latest pushes of a partner was accepted. Older ones are not looked for, so that the answer does not depend on how
 * many there are.
 */
export const hasAccepted = (partner: 'channel' | 'org', id: string): RawBuilder<boolean> =>
  sql`exists (select from (select status from push_record where ${sql.ref(`${partner}_id`)} = ${id} order by id desc
    limit ${latest}) p where p.status in ('accepted', 'returned'))`
