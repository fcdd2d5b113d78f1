import { type RawBuilder, sql } from 'kysely'

/**
 * SQL condition that an organization has less available than its alert.
 * @param org the name of the organization in the query
 * @param account the name of its account
 */
export const isLow = (org = 't', account = 'account'): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${account}.balance_fen`)} - ${sql.ref(`${account}.held_fen`)} < ${sql.ref(`${org}.alert_fen`)}`

/**
 * SQL condition that somebody has to do something about the balance of an organization `t` with its `account`: it is enabled, and
 * below its alert at this moment. Whoever counts, lists or tells of low balances asks this, so that they agree. An alert of 0 is
 * never reached; saying so lets the index of alerts find the few others.
 */
export const isLowNow: RawBuilder<boolean> = sql<boolean>`(t.alert_fen > 0 and t.status = 'enabled' and ${isLow()})`
