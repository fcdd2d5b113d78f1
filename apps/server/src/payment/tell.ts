import type { MessageLink } from '@kabao/contract/operations/message'
import { paymentAlertWords } from '@kabao/contract/payment/payment-alert.words'
import { sql } from 'kysely'
import { filled, tellReviewers } from '#ledger'
import { yuan } from '#platform/base/yuan'
import type { Db } from '#platform/db/client'
import { holdersOf, sendMessage } from '#platform/db/messages'

/** What is new since the last time, told once. @returns how many rows it told of */
export const tellPayments = (db: Db): Promise<number> =>
  db.transaction().execute(async (write) => {
    const told = [await tellRefused(write), await tellGivenUp(write), await tellSuspense(write)]
    return [...told, await tellBreakers(write)].reduce((sum, count) => sum + count, 0)
  })

/** Rows of the channels of one owner; those of no channel belong to nobody. */
interface OfOwner {
  ownerId: string | null
  count: number
  amountFen: number
}

interface Details {
  /** Who holds it gets the todo. */
  point: string
  title: readonly [string, string]
  text: readonly [string, string]
  link: MessageLink
}

const todo = (
  db: Db,
  { point, title, text, link }: Details,
  {
    ownerId,
    count,
    ...rest
  }: { ownerId: string | null; count: number; amountFen?: number; channel?: string },
) =>
  tellReviewers(db, {
    point,
    ownerId,
    title,
    link,
    content: filled(text, {
      count: String(count),
      ...(rest.amountFen !== undefined && { amount: yuan(rest.amountFen) }),
      ...(rest.channel !== undefined && { channel: rest.channel }),
    }),
  })

/** Refunds that providers refused. One that a person decides on already needs no todo. */
async function tellRefused(write: Db): Promise<number> {
  const { rows } = await sql<OfOwner>`
    with told as (
      update payment_refund set told_at = now() where status = 'refused' and told_at is null
      returning id, order_id, kind, amount_fen
    )
    select c.owner_id as "ownerId", count(*)::int as count, sum(t.amount_fen)::float8 as "amountFen"
    from told t join payment_order o on o.id = t.order_id join channel c on c.id = o.channel_id
    where t.kind = 'asked'
      and not exists (select from payment_resolution r where r.refund_id = t.id and r.status = 'pending')
    group by 1 order by 1`.execute(write.withoutPlugins())
  const told = { point: 'resolution:create', ...paymentAlertWords.tree.refused }
  for (const row of rows)
    await todo(
      write,
      { ...told, link: { name: 'PayConfigOrderList', query: { refundStatus: 'refused' } } },
      row,
    )
  return sumOf(rows)
}

async function tellGivenUp(write: Db): Promise<number> {
  const { rows } = await sql<{ ownerId: string | null; channelId: string; channel: string; count: number }>`
    with told as (
      update payment_notice set told_at = now() where status = 'givenUp' and told_at is null returning channel_id
    )
    select c.owner_id as "ownerId", c.id as "channelId", c.name as channel, count(*)::int as count
    from told t join channel c on c.id = t.channel_id group by c.id order by c.id`.execute(
    write.withoutPlugins(),
  )
  const told = { point: 'order:notify', ...paymentAlertWords.tree.givenUp }
  for (const { channelId, ...row } of rows)
    await todo(write, { ...told, link: { name: 'PayConfigOrderList', query: { channelId } } }, row)
  return sumOf(rows)
}

/** What a person must decide is a todo; what the service pays back by itself is a message. */
async function tellSuspense(write: Db): Promise<number> {
  const { rows } = await sql<OfOwner & { isOpen: boolean }>`
    with told as (
      update payment_suspense set told_at = now() where told_at is null returning channel_id, status, amount_fen
    )
    select c.owner_id as "ownerId", t.status = 'open' as "isOpen", count(*)::int as count,
      sum(t.amount_fen)::float8 as "amountFen"
    from told t left join channel c on c.id = t.channel_id where t.status in ('open', 'backing')
    group by 1, 2 order by 1, 2`.execute(write.withoutPlugins())
  const { suspense, backing } = paymentAlertWords.tree
  const link = (status: string) => ({ name: 'PayConfigSuspenseList', query: { status } })
  for (const { isOpen, ...row } of rows)
    if (isOpen) await todo(write, { point: 'resolution:create', ...suspense, link: link('open') }, row)
  const back = rows.filter(({ isOpen }) => !isOpen)
  if (back.length > 0)
    await sendMessage(write, {
      to: await holdersOf(write, 'suspense:page'),
      kind: 'message',
      title: backing.title,
      content: filled(backing.text, {
        count: String(sumOf(back)),
        amount: yuan(back.reduce((sum, { amountFen }) => sum + amountFen, 0)),
      }),
      link: link('backing'),
    })
  return sumOf(rows)
}

/** Collection channels that failed several times in a row; told again only after one has worked. */
async function tellBreakers(write: Db): Promise<number> {
  const { rows } = await sql<{ id: string; collection: string; failures: number }>`
    with told as (
      update collection_breaker set told_at = now() where open_until > now() and told_at is null
      returning collection_id, failures
    )
    select c.id, c.name as collection, t.failures from told t join collection c on c.id = t.collection_id order by c.id`.execute(
    write.withoutPlugins(),
  )
  const { title, text } = paymentAlertWords.tree.breaker
  for (const { id, collection, failures } of rows)
    await tellReviewers(write, {
      point: 'collection:update',
      filedBy: '0',
      title,
      content: filled(text, { collection, count: String(failures) }),
      link: { name: 'PayConfigList', query: { open: id } },
    })
  return rows.length
}

const sumOf = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)
