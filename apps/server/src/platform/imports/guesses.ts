import { codes, type Problem as ProblemName, type Words } from '@kabao/contract'
import { lookUpWords } from '@kabao/contract/kernel/look-up.words'
import { sql } from 'kysely'
import { writeAudit } from '../audit/write.ts'
import { Problem } from '../base/problem.ts'
import { warnOfGuesses } from '../callers/look-ups.ts'
import { revealThrottle } from '../callers/reveal-throttle.ts'
import { type Db, dbOver } from '../db/client.ts'
import type { JobServices } from '../jobs/job.ts'
import { SheetProblem } from '../sheet/sheet.ts'
import { hashMask } from './compared.ts'
import { inTransaction } from './in-transaction.ts'

/**
 * The guard of everything that compares somebody's list with the people that we know. A list of all numbers with one mask, halved again
 * and again, would else find the number behind the mask in a few rounds (decision 090). Every list of phones, id numbers or hashes of
 * phones passes here after it was read and before anything is told of it.
 */

/**
 * How many different numbers of one mask an administrator may compare within these hours, over all lists. In a long list some masks meet
 * by chance, so `allowance` adds what chance explains.
 */
export const listGuesses = { most: 5, hours: 720 } as const
/** How many hashes of phones may be of nobody, besides one for each hundred that are of somebody; and how many lists may have more. */
export const hashGuesses = { most: 10, refusals: 3 } as const

/** Who may be told of everybody in a list: who may reveal the same people one by one. */
export interface MayReveal {
  point: string
  /** `all`: the list is compared with people outside the sender's data scope too, so only a sender who sees all may be told. */
  scope: 'all' | 'own'
}

export interface SentList {
  adminId: string
  /** Of the act, for the audit log. */
  point: string
  target: { kind: string; id: string }
  mayReveal: MayReveal
}

/** Values that are compared: the mask and the print of each. */
export type ComparedPart = readonly { mask: string; print: string }[]

/**
 * Counts the values of a list for its sender, in a transaction of its own, so that they stay counted whatever becomes of the list.
 * Numbers that share a mask are counted over lists and days, for all instances together; a value counts once. A list with too many of
 * them is refused unless its sender may reveal these people; then the list counts as a reveal. Whether a list of numbers is refused
 * depends only on what was sent, never on whom we know.
 * @param parts the values that are compared, in parts; a known hash has the mask `hash known`
 * @throws SheetProblem if nothing may be told of the list
 */
export async function countList(
  { pool, settings }: Pick<JobServices, 'pool' | 'settings'>,
  list: SentList,
  parts: AsyncIterable<ComparedPart>,
): Promise<void> {
  const { adminId, point, target } = list
  const refusal = await inTransaction(pool, async (client) => {
    const write = dbOver(client)
    // Lists of one sender are counted one after the other.
    await sql`select pg_advisory_xact_lock(hashtextextended('kabao list guess ' || ${adminId}::text, 0))`.execute(
      write,
    )
    await sql`savepoint before_list`.execute(write)
    const { count, hashes } = await insert(write, adminId, parts)
    if (count === 0) return null
    const tooMany = await findTooMany(write, adminId, hashes > 0)
    const isTold =
      tooMany === null ||
      ((await mayReveal(write, list)) &&
        (await revealThrottle(
          client,
          settings,
        )(adminId).then(
          () => true,
          (error) => {
            if (error instanceof Problem) return false
            throw error
          },
        )))
    if (isTold) {
      const after = { compared: count, ...(tooMany && { alike: tooMany.alike }) }
      await writeAudit(write, [{ by: { adminId }, point, target, after }])
      return null
    }
    await sql`rollback to savepoint before_list`.execute(write)
    await noteRefusal(write, list, tooMany)
    return tooMany
  })
  if (refusal) throw new SheetProblem(refusal.problem, refusal.values)
}

interface TooMany {
  problem: ProblemName
  values: Record<string, number>
  /** How many masks, or hashes, are too many. */
  alike: number
  alarm: Words
}

const isOld = sql`compared_at <= now() - make_interval(hours => ${sql.lit(listGuesses.hours)})`

async function insert(write: Db, adminId: string, parts: AsyncIterable<ComparedPart>) {
  let count = 0
  let hashes = 0
  for await (const part of parts) {
    count += part.length
    hashes += part.filter(({ mask }) => mask.startsWith(hashMask)).length
    await sql`
      insert into list_guess as g (admin_id, mask, print)
      select distinct ${adminId}::bigint, t.mask, t.print
      from unnest(${part.map(({ mask }) => mask)}::text[], ${part.map(({ print }) => print)}::bigint[]) t (mask, print)
      on conflict (admin_id, mask, print) do update set compared_at = excluded.compared_at where g.${isOld}`.execute(
      write,
    )
  }
  return { count, hashes }
}

/**
 * Of `n` numbers that begin with the same three digits, a mask has `n / 10,000` by chance, and more than this plus six times its root only
 * once in many millions of masks. Whoever pads a list to be allowed more is stopped by the cap: 23.
 */
const allowance = sql`${sql.lit(listGuesses.most)} + floor(b.mean + 6 * sqrt(b.mean))`

/** The masks of this list that now have too many numbers, or else its hashes. */
async function findTooMany(write: Db, adminId: string, hasHashes: boolean): Promise<TooMany | null> {
  // What this transaction has added has its time.
  const { rows } = await sql<Record<'masks' | 'hashes' | 'known' | 'refused', number>>`
    with counted as materialized (
      select mask, count(*)::int as n, bool_or(compared_at = now()) as is_new from list_guess
      where admin_id = ${adminId} and not (${isOld}) group by mask
    ), beginning as (
      select left(mask, 3) as digits, least(sum(n) / 10000.0, 5) as mean from counted group by 1
    )
    select count(*) filter (where c.is_new and c.n > ${allowance} and c.mask not like 'hash%')::int as masks,
      coalesce(max(c.n) filter (where c.mask = 'hash'), 0) as hashes,
      coalesce(max(c.n) filter (where c.mask = 'hash known'), 0) as known,
      coalesce(max(c.n) filter (where c.mask = 'hash refused'), 0) as refused
    from counted c join beginning b on b.digits = left(c.mask, 3)`.execute(write)
  const { masks = 0, hashes = 0, known = 0, refused = 0 } = rows[0] ?? {}
  const days = listGuesses.hours / 24
  const values = { count: listGuesses.most, days }
  const { lists, hashes: ofHashes } = lookUpWords.tree.alarm
  if (masks > 0) return { problem: 'listGuesses', values, alike: masks, alarm: lists }
  const isHashes = hasHashes && (refused >= hashGuesses.refusals || hashes > hashGuesses.most + known / 100)
  return isHashes ? { problem: 'listHashes', values: { days }, alike: hashes, alarm: ofHashes } : null
}

/** Whether the sender may reveal everybody whom the list is compared with. */
async function mayReveal(write: Db, { adminId, mayReveal: { point, scope } }: SentList): Promise<boolean> {
  const { rows } = await sql`
    select from admin_role a join role r on r.id = a.role_id where a.admin_id = ${adminId}
    having bool_or(r.is_super) or (
      bool_or(exists (select from role_node n where n.role_id = r.id and n.node = ${point}))
      and (${scope} = 'own' or bool_or(r.data_scope = 'all')))`.execute(write)
  return rows.length > 0
}

/** Writes that a list was refused, and tells the super administrators. */
async function noteRefusal(
  write: Db,
  { adminId, point, target }: SentList,
  { problem, alike, alarm, values }: TooMany,
): Promise<void> {
  // Whether a list of hashes is refused depends on how many are of nobody, so this must not be asked often.
  if (problem === 'listHashes')
    await sql`
      insert into list_guess (admin_id, mask, print)
      select ${adminId}::bigint, 'hash refused', ('x' || md5(random()::text))::bit(64)::bigint
      where (select count(*) from list_guess where admin_id = ${adminId} and mask = 'hash refused' and not (${isOld}))
        < ${hashGuesses.refusals}`.execute(write)
  await writeAudit(write, [
    { by: { adminId }, point, target, after: { alike }, refused: codes.tooManyRequests },
  ])
  const { rows } = await sql<{ username: string }>`select username from admin where id = ${adminId}`.execute(
    write,
  )
  await warnOfGuesses(write, { adminId, username: rows[0]?.username ?? '' }, { alarm, values })
}

/** Deletes a batch of values that no limit counts any more. */
export const forgetGuesses = (most: number) => sql`
  delete from list_guess where ctid = any(array(select ctid from list_guess where ${isOld} limit ${most}))`
