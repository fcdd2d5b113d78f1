import type pg from 'pg'

/**
 * Adds a comparison of our own records for each of the last three days, which agree, and one with an organization's list, with
 * differences in several states. No money moves.
 * @param until the end of the demo's past, in milliseconds since 1970
 */
export async function addReconcileRows(client: pg.PoolClient, until: number): Promise<void> {
  const day = (back: number) => new Date(until - back * 86_400_000).toISOString().slice(0, 10)
  for (const back of [3, 2, 1])
    await client.query(
      `insert into reconcile (kind, day, to_day, status, lines, matched, ended_at)
       select 'within', $1::date, $1::date, 'done', n, n, now() from (
         select count(*)::int as n from transfer t where t.kind in ('charge', 'cost') and t.business_day = $1::date
           and t.id >= time_id_at($1::date - interval '2 days') and t.id < time_id_at($1::date + interval '2 days')) t`,
      [day(back)],
    )
  await addBill(client, day(2))
  const { rows: pushes } = await client.query<Push>(
    `select p.id, p.org_id as "orgId", p.channel_id as "channelId", p.user_id as "userId", p.price_fen as "priceFen"
     from push_record p where p.status = 'accepted' and p.price_fen > 1000 and p.org_id = (
       select org_id from push_record where status = 'accepted' and price_fen > 1000 order by id desc limit 1)
     order by p.id desc limit 3`,
  )
  const [first] = pushes
  if (!first) return
  const { rows } = await client.query<{ id: string }>(
    `insert into reconcile (kind, org_id, day, to_day, file_name, status, lines, matched, missing_here, missing_there, amount_differs,
       created_by, ended_at)
     values ('orgList', $1, $2, $3, '机构对账单.xlsx', 'done', 126, 123, 1, $4, $5, (select min(id) from admin), now()) returning id`,
    [first.orgId, day(8), day(2), Math.min(pushes.length, 2), pushes.length > 2 ? 1 : 0],
  )
  const runId = rows[0]?.id
  for (const [nth, { id, channelId, userId, priceFen }] of pushes.entries()) {
    const isAmount = nth === 2
    await client.query(
      `insert into difference (kind, owner_id, item, ref, shown, gap, day, reconcile_id, org_id, channel_id, user_id, ours_id, ours_fen,
         theirs_fen, ours_status, theirs_status, status, cause, note)
       values ('orgList', $1, 'push', $2, 'p' || $2, $3, $4, $5, $1, $6, $7, $2, $8, $9, 'accepted', $10, $11, $12, $13)`,
      [
        ...[
          first.orgId,
          id,
          isAmount ? 'amount' : 'missingThere',
          day(8),
          runId,
          channelId,
          userId,
          priceFen,
        ],
        ...(isAmount ? [priceFen - 500, 'accepted'] : [null, null]),
        ...(nth === 1 ? ['closed', 'timing', '机构次日补录'] : ['open', null, '']),
      ],
    )
  }
  await client.query(
    `insert into difference (kind, owner_id, item, ref, shown, gap, day, reconcile_id, org_id, theirs_fen, theirs_status)
     values ('orgList', $1, 'push', 'JG-20260312-0087', 'JG-20260312-0087', 'missingHere', $2, $3, $1, $4, 'accepted')`,
    [first.orgId, day(8), runId, first.priceFen],
  )
}

/** The bill of the sandbox of a day: one amount differs, and of two payments the bill knows nothing; one of them is closed. */
async function addBill(client: pg.PoolClient, of: string): Promise<void> {
  const { rows } = await client.query<{ id: string; collectionId: string }>(
    `insert into reconcile (kind, collection_id, day, to_day, file_name, status, lines, matched, missing_there, amount_differs, ended_at)
     select 'bill', c.id, $1::date, $1::date, 'sandbox-M1001-' || $1 || '.csv', 'done', n.of_day, greatest(n.of_day - 1, 0), 2, 1, now()
     from collection c, lateral (select count(*)::int as of_day from payment_ref r where r.collection_id = c.id
       and r.paid_at >= $1::date and r.paid_at < $1::date + 1) n
     where c.provider = 'sandbox' returning id, collection_id as "collectionId"`,
    [of],
  )
  for (const { id, collectionId } of rows)
    await client.query(
      `insert into difference (kind, owner_id, item, ref, shown, gap, day, reconcile_id, collection_id, channel_id, user_id, ours_id,
         ours_fen, theirs_fen, ours_status, theirs_status, status, cause, note)
       select 'bill', $1, 'payment', trade_no, trade_no, case nth when 1 then 'amount' else 'missingThere' end, $2::date, $3, $1,
         channel_id, user_id, id::text, paid_fen, case nth when 1 then paid_fen - 100 end, status, case nth when 1 then 'paid' end,
         case nth when 2 then 'closed' else 'open' end, case nth when 2 then 'timing' end, case nth when 2 then '次日账单中已出现' else '' end
       from (select o.*, row_number() over (order by o.id desc) as nth from payment_order o
         where o.collection_id = $1 and o.status = 'paid' and o.paid_at >= $2::date and o.paid_at < $2::date + 1) o
       where nth <= 3`,
      [collectionId, of, id],
    )
}

interface Push {
  id: string
  orgId: string
  channelId: string | null
  userId: string
  priceFen: number
}
