import { fill, type Words } from '@kabao/contract'
import { handOverWords } from '@kabao/contract/crm/hand-over.words'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { sendMessage } from '#platform/db/messages'

interface Ended {
  fromId: string
  fromName: string
  fromAccount: string
  toId: string | null
  toName: string | null
  toAccount: string | null
  moved: number
  toPool: number
}

/** Tells both salesmen of a hand-over how many leads were moved, in the transaction that ends it; nobody if there were none. */
export async function tellHandOver(write: Db, id: string): Promise<void> {
  const { rows } = await sql<Ended>`
    select h.moved, h.to_pool, f.id::text as from_id, f.name as from_name, f.admin_id::text as from_account,
      t.id::text as to_id, t.name as to_name, t.admin_id::text as to_account
    from lead_hand_over h join salesman f on f.id = h.from_id left join salesman t on t.id = h.to_id
    where h.id = ${id}`.execute(write)
  const { fromName, fromAccount, toId, toName, toAccount, moved, toPool } = rows[0] as Ended
  if (moved + toPool > 0)
    await sendMessage(write, {
      to: [fromAccount],
      kind: 'message',
      title: handOverWords.tree.fromTitle,
      content:
        toName === null
          ? filled(handOverWords.tree.fromToPools, { toPool })
          : filled(handOverWords.tree.from, { name: toName, moved, toPool }),
    })
  if (toAccount !== null && toId !== null && moved > 0)
    await sendMessage(write, {
      to: [toAccount],
      kind: 'message',
      title: handOverWords.tree.toTitle,
      content: filled(handOverWords.tree.to, { name: fromName, moved }),
      link: { name: 'CrmClue', query: { salesmanId: toId } },
    })
}

const filled = ([zh, en]: Words, values: Record<string, string | number>): Words => [
  fill(zh, values),
  fill(en, values),
]
