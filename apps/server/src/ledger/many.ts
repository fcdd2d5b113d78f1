import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { type LedgerRefusalReason, type Ref, whole } from './book.ts'

/** How one of several was answered: as `hold` or `post` alone answers it. */
export type HoldOutcome = 'held' | 'insufficient' | 'other'
export type PostOutcome = 'booked' | 'known' | Extract<LedgerRefusalReason, 'notHeld' | 'aboveHold' | 'other'>

/** What is to be held for one reference. */
export interface Holding {
  orgId: string
  /** In fen, a whole number above 0. */
  amountFen: number
  ref: Ref
}

/**
 * Holds several prices in one statement, in the caller's transaction. Each is held or refused by itself, as by `hold`. References
 * are locked before accounts, both in their order, so no two calls wait for each other in a circle.
 * @returns the outcomes, in the order of what was given
 */
export async function holdMany(write: Db, holdings: readonly Holding[]): Promise<HoldOutcome[]> {
  const { rows } = await sql<{ nth: number; outcome: HoldOutcome }>`
    select * from hold_amounts(${holdings.map(({ orgId }) => orgId)}::bigint[],
      ${holdings.map(({ amountFen }) => whole(amountFen))}::bigint[], ${holdings.map(({ ref }) => ref.kind)}::text[],
      ${holdings.map(({ ref }) => ref.id)}::text[])`.execute(write)
  return inOrder(rows)
}

/**
 * Charges what is held for several references in one statement, in the caller's transaction. Each is charged or refused by itself, as
 * by `post`.
 * @param posts an amount of null charges all that is held
 * @returns the outcomes, in the order of what was given
 */
export async function postMany(
  write: Db,
  { posts, businessDay }: { posts: readonly { ref: Ref; amountFen: number | null }[]; businessDay: string },
): Promise<PostOutcome[]> {
  const { rows } = await sql<{ nth: number; outcome: PostOutcome }>`
    select * from post_holds(${posts.map(({ ref }) => ref.kind)}::text[], ${posts.map(({ ref }) => ref.id)}::text[],
      ${posts.map(({ amountFen }) => amountFen && whole(amountFen))}::bigint[], ${businessDay})`.execute(
    write,
  )
  return inOrder(rows)
}

const inOrder = <T>(rows: readonly { nth: number; outcome: T }[]): T[] =>
  rows.toSorted((a, b) => a.nth - b.nth).map(({ outcome }) => outcome)
