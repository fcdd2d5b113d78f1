import { verifyLedger } from '#ledger/verify'
import { createDb } from '#platform/db/client'
import type { EngineWorld, WorldApp } from './engine-world.ts'

/** Where the books of the engine say different things; empty if every figure follows from the pushes, and they from the partner. */
export async function faultsIn(app: WorldApp, world: EngineWorld): Promise<unknown[]> {
  const ledger = await verifyLedger(createDb(app.pool))
  const wrong = await Promise.all(Object.entries(rules).map(([rule, text]) => rowsOf(world, rule, text)))
  return [...ledger.faults, ...wrong.flat(), ...(await strangersIn(world))]
}

const rowsOf = async (world: EngineWorld, rule: string, text: string) =>
  (await world.all<object>(text)).map((row) => ({ rule, ...row }))

/** Each finds rows that contradict another table. */
const rules: Readonly<Record<string, string>> = {
  'somebody is stuck': `select user_id, kind, push_id, due_at from due_step`,
  'a search left no trace': `select u.id, u.status from "user" u where u.flow = 'full' and u.profiled_at is not null
    and u.status <> 'deleted' and exists (select from step_taken s where s.user_id = u.id and s.kind = 'screen' and s.result <> 'blacklisted')
    and not exists (select from due_step d where d.user_id = u.id)
    and (not exists (select from match_run m where m.user_id = u.id)
      or not exists (select from step_taken s where s.user_id = u.id and s.kind = 'match'))`,
  'a push has not ended': `select id, status from push_record where status in ('pending', 'unknown')`,
  'an attempt has no end': `select id, push_id from push_attempt where outcome is null`,
  'a person went to two organizations': `select user_id from push_record where status = 'accepted' group by 1 having count(*) > 1`,
  'a person was pushed to one organization twice': `select user_id, org_id from push_record
    group by 1, 2 having count(*) filter (where status <> 'failed') > 1`,
  'a charge is not that of an accepted push': `select p.id, p.status, t.amount_fen from push_record p
    full join (select * from transfer where kind = 'charge') t on t.ref_id = p.id::text and t.ref_kind = 'push'
    where (coalesce(p.status, '') = 'accepted' and p.price_fen > 0) <> (t.id is not null) or t.amount_fen <> p.price_fen`,
  'an accepted push was charged twice': `select ref_id from transfer where kind = 'charge' group by 1 having count(*) > 1`,
  'an amount is held': `select owner_id, held_fen from account where held_fen <> 0 union all select account_id, amount_fen from hold`,
  'a balance is below what is held': `select id from account where balance_fen < held_fen`,
  'the channel is owed something else': `select c.id from channel c where
    coalesce((select sum(cost_fen) from push_record p where p.channel_id = c.id and p.status = 'accepted'), 0)
    <> coalesce((select balance_fen from account a where a.channel_id = c.id), 0)
      + coalesce((select sum(cost_fen) from channel_result_new n where n.channel_id = c.id and not is_booked), 0)`,
  'a cost was noted twice': `select kind, ref_id from (
      select kind, ref_id from channel_result union all select kind, ref_id from channel_result_new) r
    group by 1, 2 having count(*) > 1`,
  'a cap counts something else': `select p.id, u.span, u.used, u.fen, a.used as accepted from plan p
    join lateral (select count(*) as used, coalesce(sum(price_fen), 0) as fen from push_record r
      where r.plan_id = p.id and r.status = 'accepted') a on true
    join lateral (select span, sum(used) as used, sum(fen) as fen from cap_use c
      where c.kind = 'plan' and c.id = p.id group by span) u on true
    where (u.used, u.fen) <> (a.used, a.fen)`,
  'a cap is passed': `select p.id, c.used from plan p join cap_use c on c.kind = 'plan' and c.id = p.id and c.span = 'day'
    where c.used > p.daily_cap`,
  'a pair is kept for no push, or a push without its pair': `select r.id, r.status, d.user_id from push_dedupe d
    full join (select * from push_record where status <> 'failed') r on r.user_id = d.user_id and r.org_id = d.org_id
    where d.user_id is null or r.id is null`,
  'the answers of a plan are counted otherwise': `select p.id, c.answered, a.answered as is from plan p
    join lateral (select coalesce(sum(answered), 0) as answered, coalesce(sum(accepted), 0) as accepted
      from plan_answer x where x.plan_id = p.id) c on true
    join lateral (select count(*) filter (where status in ('accepted', 'rejected', 'duplicate')) as answered,
      count(*) filter (where status = 'accepted') as accepted from push_record r where r.plan_id = p.id) a on true
    where (c.answered, c.accepted) <> (a.answered, a.accepted)`,
  'a user has another number of pushes': `select u.id, u.push_count from "user" u
    where u.push_count <> (select count(*) from push_record r where r.user_id = u.id)`,
  'a user has another status': `select u.id, u.status from "user" u
    where (u.status = 'accepted') <> exists (select from push_record r where r.user_id = u.id and r.status = 'accepted')`,
}

/** Requests that were sent too often or never, and pushes about which the partner says something else. */
async function strangersIn({ partner, all }: EngineWorld): Promise<unknown[]> {
  const pushes = await all<{ id: string; status: string; org: string; failures: number }>(
    `select r.id, r.status, o.code as org, (select count(*)::int from push_attempt a
       where a.push_id = r.id and a.outcome = 'failed') as failures
     from push_record r join org o on o.id = r.org_id`,
  )
  const submits = new Map<string, number>()
  for (const { org, stage, requestId } of partner.memory.received)
    if (stage === 'submit') submits.set(`${org} ${requestId}`, (submits.get(`${org} ${requestId}`) ?? 0) + 1)
  const faults: unknown[] = []
  for (const { id, status, org, failures } of pushes) {
    const sent = submits.get(`${org} p${id}`) ?? 0
    submits.delete(`${org} p${id}`)
    const told = partner.memory.find(org, `p${id}`)?.outcome ?? 'failed'
    if (told !== status) faults.push({ rule: 'the partner says something else', id, status, told })
    // Only what surely failed is sent again.
    if (sent > failures + 1) faults.push({ rule: 'sent too often', id, sent, failures })
    if (sent === 0 && status !== 'failed') faults.push({ rule: 'never sent', id, status })
  }
  return [...faults, ...[...submits.keys()].map((request) => ({ rule: 'a request without a push', request }))]
}
