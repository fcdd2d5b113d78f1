import { createHash } from 'node:crypto'
import { codes } from '@kabao/contract'
import { idempotencyHours, idempotencyKeyLength } from '@kabao/contract/partners/signature'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Problem } from '../base/problem.ts'
import type { Caller } from '../callers/caller.ts'
import type { Db } from '../db/client.ts'
import type { Called } from './entrance.ts'

/** How the answer of one write is kept, so that the same call sent again is answered with it. */
export interface Keeping {
  /**
   * The kept answer, if the call was done before.
   * @throws Problem if another call was done under the same key
   */
  find(db: Db): Promise<{ answer: unknown } | null>
  /**
   * Claims the key in the transaction of the call. It waits while another call with the key is under way, and returns its answer if that
   * one was done.
   * @throws Problem if it takes too long, or if the other one was another call
   */
  claim(db: Db): Promise<{ answer: unknown } | null>
  /** Keeps the answer, in the transaction of the call. */
  keep(db: Db, answer: unknown): Promise<void>
}

/** The most characters of an answer that is kept. A call with a longer one is not done again either, but refused. */
export const mostKept = 256 * 1024

const keyForm = new RegExp(`^[\\x21-\\x7e]{${idempotencyKeyLength.min},${idempotencyKeyLength.max}}$`)

/** The header `Idempotency-Key` of a request; null without one. @throws Problem if it has another form */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !keyForm.test(key)) throw new Problem(codes.invalid, 'badIdempotencyKey')
  return key
}

/** What the kept answers of an administrator are sealed for. */
export const answerPurposeOf = (adminId: string): string => `adminAnswer.${adminId}`

/** PostgreSQL's code for a statement that took too long. */
const timedOut = '57014'

/**
 * How the answer of a call of an administrator is kept: sealed, because some answers name a person or have a secret; null if the call has
 * no key or takes none.
 * @throws Problem if the key is wrong
 */
export function keepingOf({
  endpoint,
  caller: { adminId },
  request,
  input,
}: Called<Caller> & { input: unknown }): Keeping | null {
  const key = endpoint.keyed ? idempotencyKeyOf(request) : null
  if (key === null) return null
  const { vault } = request.server.services
  const place = answerPurposeOf(adminId)
  const call = createHash('sha256')
    .update(JSON.stringify([endpoint.name, input]))
    .digest('base64')

  const find: Keeping['find'] = async (db) => {
    const { rows } = await sql<{ sealed: Buffer | null }>`
      select answer_sealed as sealed from admin_answer where admin_id = ${adminId} and key = ${key}`.execute(
      db.withoutPlugins(),
    )
    if (!rows[0]) return null
    const kept = rows[0].sealed && (JSON.parse(vault.open(rows[0].sealed, place)) as Kept)
    if (kept?.call !== call) throw new Problem(codes.conflict, 'sentBefore')
    return { answer: kept.answer }
  }
  return {
    find,
    async claim(db) {
      const { numAffectedRows = 0n } = await sql`
        insert into admin_answer (admin_id, key) values (${adminId}, ${key}) on conflict do nothing`
        .execute(db)
        .catch((error: unknown) => {
          const { code } = error as { code?: unknown }
          throw code === timedOut ? new Problem(codes.conflict, 'sentUnderWay') : error
        })
      return numAffectedRows > 0n ? null : find(db)
    },
    async keep(db, answer) {
      const text = JSON.stringify({ call, answer } satisfies Kept)
      if (text.length > mostKept) return
      await sql`
        update admin_answer set answer_sealed = ${vault.seal(text, place)}
        where admin_id = ${adminId} and key = ${key}`.execute(db)
    },
  }
}

/** What is sealed. */
interface Kept {
  /** SHA-256 of the call and its input. It is sealed too, because a person could be found from it by trying. */
  call: string
  answer: unknown
}

/** The statement that deletes kept answers after a time. @param most how many at once */
export const forgetAnswers = (most: number) => sql`
  delete from admin_answer where (admin_id, key) in (
    select admin_id, key from admin_answer where created_at < now() - make_interval(hours => ${idempotencyHours}) limit ${most})`
