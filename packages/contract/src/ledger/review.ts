import * as z from 'zod'
import { id, requiredLongText } from '../kernel/kernel.ts'
import type { Words } from '../kernel/language.ts'

/** Why something that was filed for a review is refused; shown to whoever filed it. */
export const reviewNote = requiredLongText(200)

/** What a row under review says of its reader. */
export const reviewFlags = {
  /** Whether the reader filed it, and so does not review it. */
  isOwn: z.boolean(),
  /** Whether it waits and the reader may be who filed it, because one of the two accounts set up the other within 30 days. */
  isFilersAccount: z.boolean(),
}

const several = z.strictObject({
  ids: z.array(id).min(1, 'required').max(200, 'tooMany'),
  note: reviewNote,
})
several.register(z.globalRegistry, { id: 'SeveralReviewed' })

/**
 * The endpoint of an act that refuses several rows for one reason. `reviewSeveral` of the server handles it.
 * @param act the act of the machine; it asks for the `note`
 */
export const reviewSeveralOf = <const P extends `/${string}`, const A extends string>({
  path,
  act,
  summary: [zh, en],
  ...owned
}: {
  /** The common path, below `/api`. */
  path: P
  act: A
  /** What the act on one row is called. */
  summary: Words
  owned?: true
  /** The areas whose data it changes. */
  affects: readonly string[]
}) =>
  ({
    ...owned,
    method: 'POST',
    path: `${path}/batch/${act}`,
    kind: 'write',
    byPerson: true,
    point: 'review',
    protection: ['fourEyes'],
    summary: [`${zh}：多条`, `${en} (several)`],
    body: several,
    /** `skipped`: rows that do not exist, or whose state does not allow the act any more. */
    answer: z.object({ done: z.int(), skipped: z.int() }),
  }) as const
