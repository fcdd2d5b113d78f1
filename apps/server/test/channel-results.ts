import { bookResults } from '#ledger/channel-cost/book-results'
import { businessClock } from '#platform/settings/business-clock'
import type { TestApp } from './harness.ts'

/** Books what is owed to channels, as the job does. @returns how many results were moved */
export const bookAllResults = (app: TestApp, most?: number): Promise<number> =>
  bookResults(app.db, () => businessClock(app.app.services.settings), most === undefined ? {} : { most })

/** Gives a channel the terms of its contract. */
export async function setTerms(
  app: TestApp,
  channelId: string,
  {
    settlement,
    priceFen = null,
    shareBp = null,
    deductionBp = 0,
  }: {
    settlement: 'cpa' | 'cpl' | 'cps' | 'cpuv'
    priceFen?: number | null
    shareBp?: number | null
    deductionBp?: number
  },
): Promise<void> {
  await app.pool.query(
    'update channel set settlement = $2, price_fen = $3, share_bp = $4, deduction_bp = $5 where id = $1',
    [channelId, settlement, priceFen, shareBp, deductionBp],
  )
}

/** Where results, accounts and settlements of channels say different things; empty if no fen is lost. Gather before. */
export async function channelFaults(app: Pick<TestApp, 'pool'>): Promise<unknown[]> {
  const { rows } = await app.pool.query(`
    select c.id, a.balance_fen, a.held_fen, r.fen as results, s.paid, s.held from channel c join account a on a.channel_id = c.id
    cross join lateral (select coalesce(sum(cost_fen), 0) as fen, count(*) as n, coalesce(max(number), 0) as last
      from channel_result r where r.channel_id = c.id) r
    cross join lateral (select coalesce(sum(amount_fen) filter (where status = 'paid'), 0) as paid,
      coalesce(sum(amount_fen) filter (where status in ('draft', 'confirmed')), 0) as held
      from settlement s where s.channel_id = c.id) s
    left join channel_result_end e on e.channel_id = c.id
    where a.balance_fen <> r.fen - s.paid or a.held_fen <> s.held or r.n <> r.last or r.last <> coalesce(e.number, 0)`)
  return rows
}
