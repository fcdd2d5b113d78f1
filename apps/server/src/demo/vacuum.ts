import type pg from 'pg'

/**
 * Tables that have many new rows. Each partition is sampled by itself, so that the usual sample of all of them takes longer than anything
 * else; a third of it, 9,000 rows of a month, says the same.
 */
const partitioned = [
  ['push_record', 'visit', 'match_run', 'payment_order'],
  ['fact', 'push_attempt', 'transfer', 'channel_result'],
]
const partitionTarget = 30
const whole = [
  ['"user"', 'active_user', 'matched_user', 'hold', 'payment_ref'],
  [
    ...[
      'transfer_ref',
      'push_dedupe',
      'plan_answer',
      'cap_use',
      'channel',
      'org',
      'account',
      'plan',
      'blacklist',
    ],
    ...['feedback', 'product', 'push_plan', 'pool_batch', 'pool_link', 'pool_link_count', 'salesman', 'lead'],
    ...['lead_event', 'lead_follow_up', 'lead_pool_use'],
  ],
]

/** Vacuums and analyzes what was filled, in two groups side by side that take about as long. */
export async function vacuumFilled(pool: pg.Pool): Promise<void> {
  await Promise.all([0, 1].map((group) => vacuum(pool, partitioned[group] ?? [], whole[group] ?? [])))
}

async function vacuum(pool: pg.Pool, months: readonly string[], others: readonly string[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(`vacuum (analyze) ${others.join(', ')}`)
    await client.query(`set default_statistics_target = ${partitionTarget}`)
    await client.query(`vacuum (analyze) ${months.join(', ')}`)
  } finally {
    await client.query('reset default_statistics_target')
    await client.query('reset statement_timeout')
    client.release()
  }
}
