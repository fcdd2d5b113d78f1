import { durationOf, median } from './figures.mjs'

const rounds = 5

/**
 * Measures what people look at on a ledger that is filled: pages of the list, the trial balance, past balances of 1,000 organizations,
 * and a statement of 100,000 rows.
 * @param load imports a module of the server
 * @param orgs ids of organizations; the first one has the long statement
 * @returns rows of what was measured and the median in milliseconds
 */
export async function measureBooks(db, pool, load, orgs) {
  const [ledger, { trialBalance }, { rollUp }, { findSpan }, statement, { clearPageCaches }] =
    await Promise.all([
      load('ledger/areas/ledger/queries.ts'),
      load('ledger/trial-balance.ts'),
      load('ledger/roll-up.ts'),
      load('ledger/areas/statement/span.ts'),
      load('ledger/areas/statement/queries.ts'),
      load('platform/db/page.ts'),
    ])
  const rows = []
  const measure = async (what, target, run) => {
    const all = []
    for (let round = 0; round < rounds; round++) {
      clearPageCaches()
      all.push(await durationOf(run))
    }
    rows.push([what, target, Math.round(median(all))])
  }
  const waiting = Number((await pool.query('select count(*) as n from account_delta')).rows[0].n)
  await measure(`trial balance, ${waiting.toLocaleString('en-US')} sums not rolled up`, '–', () =>
    trialBalance(db),
  )
  const ms = await durationOf(async () => {
    while ((await rollUp(db)) > 0);
  })
  rows.push([`roll-up of ${waiting.toLocaleString('en-US')} sums`, '–', Math.round(ms)])
  await measure('trial balance, rolled up', '–', () => trialBalance(db))

  const page = { current: 1, size: 20, sort: '-at' }
  const revenue = { accountKind: 'bank' }
  for (const [what, filter] of [
    ['page 1', {}],
    ['page 500', { current: 500 }],
    ['one organization', { orgId: orgs[0] }],
    ['recharges', { kind: 'recharge' }],
    ['the bank account', revenue],
    ['one reference', { refId: '4711' }],
    ['an amount that no row has', { amountFrom: 123_456, amountTo: 123_456 }],
  ])
    await measure(`list, ${what}`, '–', () => ledger.findPageOfTransfers(db, { ...page, ...filter }, null))

  await pool.query(
    `insert into org (code, name, flow) select 'past' || n, 'past ' || n, 'full' from generate_series(1, 950) n`,
  )
  const { rows: instants } = await pool.query(
    'select time_of_id((min(id) + max(id)) / 2) as at from transfer',
  )
  const at = new Date(instants[0].at).toISOString()
  await measure('balances of 1,000 organizations at a past instant', '≤ 1,000', async () => {
    for (let current = 1; current <= 5; current++)
      await ledger.findPageOfBalances(db, { current, size: 200, sort: 'orgId', at })
  })

  const month = new Date().toISOString().slice(0, 7)
  const settings = { get: (key) => (key === 'business.timezone' ? 'UTC' : '00:00') }
  let span
  await measure('statement of a month: the balances and the first page', '≤ 2,000', async () => {
    span = await findSpan(db, settings, { orgId: orgs[0], month })
    await statement.findPageOfRows(db, span, { current: 1, size: 20, isDescending: false })
  })
  const count = (span.closingNumber - span.openingNumber).toLocaleString('en-US')
  await measure(`the sums of its ${count} rows by type, plan and day`, '≤ 2,000', () =>
    statement.findSums(db, span),
  )
  return rows
}
