import { fill, type Words } from '@kabao/contract'
import { reconcileWords } from '@kabao/contract/reconcile/reconcile.words'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { sendMessage } from '#platform/db/messages'
import { isDownloaded, type Run } from './runs.ts'

const filled = (words: Words, values: Record<string, string | number>): Words => [
  fill(words[0], values),
  fill(words[1], values),
]

/** A todo for all who may handle differences, with a link to the rows, in the transaction that stored them. */
export async function tellDifferences(write: Db, run: Run, added: number): Promise<void> {
  if (added === 0) return
  const { found } = reconcileWords.tree
  const whose = await nameOf(write, run)
  await sendMessage(write, {
    to: { point: 'difference:handle' },
    kind: 'todo',
    about: 'difference',
    title: filled(found.title, { count: added }),
    content: [
      fill(found.text[0], { day: run.day, whose: whose[0] }),
      fill(found.text[1], { day: run.day, whose: whose[1] }),
    ],
    link: { name: 'FinanceReconcile', query: { tab: 'differences', reconcileId: run.id, status: 'open' } },
  })
}

/** Tells the administrator who sent a list that it could not be compared; without one, those who may run comparisons. */
export async function tellFailure(write: Db, run: Run): Promise<void> {
  if (isDownloaded(run)) return tellNotDownloaded(write, run)
  const { failed } = reconcileWords.tree
  await sendMessage(write, {
    to: run.createdBy === null ? { point: 'reconcile:run' } : [run.createdBy],
    kind: 'notice',
    title: failed.title,
    content: filled(failed.text, { day: run.day }),
    link: { name: 'FinanceReconcile', query: { open: run.id } },
  })
}

/** A todo for all who may run comparisons: somebody must send the bill by hand. */
async function tellNotDownloaded(write: Db, run: Run): Promise<void> {
  const { title, text } = reconcileWords.tree.notDownloaded
  const whose = await nameOf(write, run)
  await sendMessage(write, {
    to: { point: 'reconcile:run' },
    kind: 'todo',
    title,
    content: [
      fill(text[0], { day: run.day, whose: whose[0] }),
      fill(text[1], { day: run.day, whose: whose[1] }),
    ],
    link: { name: 'FinanceReconcile', query: { open: run.id } },
  })
}

async function nameOf(db: Db, { orgId, collectionId }: Run): Promise<Words> {
  const { within } = reconcileWords.tree
  const { rows } = await sql<{ name: string }>`
    select name from org where id = ${orgId} union all select name from collection where id = ${collectionId}`.execute(
    db.withoutPlugins(),
  )
  const name = rows[0]?.name
  return name === undefined ? within : [name, name]
}
