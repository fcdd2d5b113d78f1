import type pg from 'pg'

/** What a recharge is a multiple of, in fen: 10,000 yuan as a rule; 100 yuan where the balance is low on purpose. */
const usualStep = 1_000_000
const lowStep = 10_000
/** One in so many organisations has a low balance, so that the console has something to warn of. */
const lowEvery = 5

/**
 * Gives the made-up organisations balances that agree with their pushes: recharged less charged (accepted pushes at their price) is
 * the balance, and pushes under way hold their price. What was recharged is a round amount; at every fifth organisation it only just
 * covers the pushes.
 * @param orgs their ids
 */
export async function setBalances(client: pg.PoolClient, orgs: readonly string[]): Promise<void> {
  await client.query(
    `update org_account account
     set held_fen = used.held,
       balance_fen = case when used.nth % $2 = 0
         then ceil((used.charged + used.held) / $3::numeric) * $3
         else ceil((used.charged + used.held + used.alert_fen) / $4::numeric) * $4 end - used.charged
     from (
       select o.id, o.alert_fen, row_number() over (order by o.id) as nth,
         coalesce(sum(p.price_fen) filter (where p.status = 'accepted'), 0) as charged,
         coalesce(sum(p.price_fen) filter (where p.status in ('pending', 'unknown')), 0) as held
       from org o left join push_record p on p.org_id = o.id
       where o.id = any($1::bigint[]) group by o.id
     ) used where account.org_id = used.id`,
    [orgs, lowEvery, lowStep, usualStep],
  )
}
