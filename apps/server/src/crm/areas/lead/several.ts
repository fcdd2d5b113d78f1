import { inLanguage, type Language } from '@kabao/contract'
import { Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import type { AuditEntry } from '#platform/http/audit'
import { databaseRefusal } from '#platform/http/database-refusal'
import { wordsOf } from '#platform/http/envelope'

interface Several {
  db: Db
  ids: readonly string[]
  language: Language
  audit(entry: AuditEntry): void
  /** Does the act on one lead, in a transaction of its own. @throws Problem if it is refused */
  act: (write: Db, id: string) => Promise<AuditEntry>
}

/**
 * Does an act on each lead in a transaction of its own, in the order of their ids: one refusal stops no other, and no transaction
 * locks the counters of salesmen between two leads.
 * @returns how many were done, and why the others were not, in the reader\u2019s language
 */
export async function doSeveral({ db, ids, language, audit, act }: Several) {
  const left: { id: string; reason: string }[] = []
  let done = 0
  for (const id of [...new Set(ids)].sort((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1))) {
    try {
      audit(await db.transaction().execute((write) => act(write, id)))
      done++
    } catch (error) {
      const problem = error instanceof Problem ? error : databaseRefusal(error, {})
      if (!problem) throw error
      left.push({ id, reason: inLanguage(wordsOf(problem), language) })
    }
  }
  return { done, refused: left }
}
