import { maskText } from '@kabao/contract/kernel/personal-text'
import type { CallbackRow } from '@kabao/contract/payment/payment-order'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/client'
import type { Vault } from '#platform/keys/vault'
import { bodyPurpose } from './callback.ts'

/** How many are shown, the latest ones, and how many characters of a body. */
const most = 50
const mostShown = 4_000

/** The callbacks of an order, or the wrong ones of a collection channel: bodies masked and cut. */
export async function findCallbacks(
  db: Db,
  vault: Vault,
  of: { orderId: string } | { wrongOf: string },
): Promise<CallbackRow[]> {
  const where: RawBuilder<unknown> =
    'orderId' in of
      ? sql`order_id = ${of.orderId} and id >= time_id_at(time_of_id(${of.orderId}))`
      : sql`collection_id = ${of.wrongOf} and verdict = 'wrong'`
  const { rows } = await sql<Omit<CallbackRow, 'body'> & { sealed: Buffer | null }>`
    select id, time_of_id(id) as at, order_id as "orderId", verdict, reason, trade_no as "tradeNo",
      amount_fen::float8 as "amountFen", ip, body_sealed as sealed
    from payment_callback where ${where} order by id desc limit ${most}`.execute(db.withoutPlugins())
  return rows.map(({ sealed, ...row }) => ({
    ...row,
    body: sealed === null ? null : maskText(vault.open(sealed, bodyPurpose).slice(0, mostShown)),
  }))
}
