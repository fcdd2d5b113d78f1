import type { Words } from '@kabao/contract'
import { Problem } from '../base/problem.ts'
import type { Db } from '../db/client.ts'
import { databaseRefusal } from '../http/database-refusal.ts'
import { wordsOf } from '../http/envelope.ts'
import type { ActContext, BatchChange, EachAct } from './act.ts'
import { lockRows } from './rows.ts'

/** What became of a row: changed, refused with the reason, or left because it does not match any more. */
export type Outcome = { change: BatchChange } | { refused: Words } | 'left'

/**
 * Does an act to one row in a transaction of its own, in which `note` stores what became of it. A refusal rolls the act back.
 * @param note stores a change, or the row that was left, in the transaction of the act; a refusal in one of its own. False: somebody
 * else has this row by now, and nothing is changed
 */
export async function doEach<F, G>(
  context: ActContext,
  act: EachAct<F, G>,
  { id, filter, given }: { id: string; filter: F; given: G },
  note: (write: Db, outcome: Outcome) => Promise<boolean>,
): Promise<Outcome | null> {
  try {
    return await context.db.transaction().execute(async (write) => {
      const as = { ...context, db: write }
      const { ids } = await lockRows(write, act, await act.rows(as, filter), { ids: [id] })
      const outcome = ids.length === 0 ? 'left' : { change: await act.doOne(as, id, given) }
      if (!(await note(write, outcome))) throw new Taken()
      return outcome
    })
  } catch (error) {
    if (error instanceof Taken) return null
    const problem = error instanceof Problem ? error : databaseRefusal(error, {})
    if (!problem) throw error
    const refusal = { refused: wordsOf(problem) }
    const isNoted = await context.db.transaction().execute((write) => note(write, refusal))
    return isNoted ? refusal : null
  }
}

/** Rolls back what was done to a row that somebody else has. */
class Taken extends Error {
  override name = 'Taken'
}
