/** The schema of the queue's tables. */
export const bossSchema = 'pgboss'
