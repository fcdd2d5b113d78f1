import type { FileUse } from '@kabao/contract/file'
import { sql } from 'kysely'
import * as z from 'zod'
import { hashToken, newToken } from '#access/token'
import { invalid } from '#http/problem'
import { sendJob } from '#jobs/send'
import type { Db } from './client.ts'

/** The record that files belong to. */
export interface Owner {
  /** The word of its table. */
  kind: string
  id: string
}

export interface Claim {
  owner: Owner
  use: FileUse
  /** The files it has from now on, of this use. */
  ids: readonly string[]
  /** Who sent those it did not have before; nobody claims what another sent. */
  adminId: string
  /** Where a file that cannot be claimed is complained of. */
  field: string
}

/**
 * Gives a record its files of one use, in the transaction that writes the record: those that are new are its own from now
 * on, those that it had and that are not named are let go and swept a day later.
 * @throws Problem where a file is not there any more, is of another use, another's, or belongs to another record
 */
export async function claimFiles(db: Db, { owner, use, ids, adminId, field }: Claim): Promise<void> {
  const wanted = [...new Set(ids)]
  const { rows } = await sql<{ claimed: number }>`
    with claimed as (
      update file set owner_kind = ${owner.kind}, owner_id = ${owner.id}, unclaimed_since = null, updated_at = now()
      where id = any(${wanted}::bigint[]) and use = ${use} and status = 'stored'
        and ((owner_kind is null and created_by = ${adminId}) or (owner_kind = ${owner.kind} and owner_id = ${owner.id}))
      returning id
    ), released as (
      update file set owner_kind = null, owner_id = null, unclaimed_since = now(), updated_at = now()
      where owner_kind = ${owner.kind} and owner_id = ${owner.id} and use = ${use} and id <> all(${wanted}::bigint[])
    )
    select count(*)::int as claimed from claimed`.execute(db)
  if (rows[0]?.claimed !== wanted.length) throw invalid({ [field]: 'noSuchFile' })
}

/** The queue of the sweep, which removes what nothing claims and what is to go. */
export const fileSweepQueue = { name: 'file-sweep', data: z.strictObject({}) }

/** Where files are to go, has their bytes removed soon after the commit; the hourly sweep finds what this one misses. */
export async function askForSweep(db: Db): Promise<void> {
  const { rows } = await sql`select from file where unclaimed_since = 'epoch' limit 1`.execute(db)
  if (rows.length > 0) await sendJob(db, fileSweepQueue, {})
}

/** What is known of a stored file, for who looks into it; undefined where it is not there any more. */
export const findFile = (db: Db, id: string) =>
  db
    .selectFrom('file')
    .select(['id', 'key', 'name', 'mediaType', 'size', 'createdBy'])
    .where('id', '=', id)
    .where('status', '=', 'stored')
    .executeTakeFirst()

/** Where the storage keeps the small picture of an image. */
export const thumbnailKey = (key: string): string => `${key}-thumbnail`

const ticketSeconds = 60

/** A ticket that opens a file once, within a minute, as long as the session lives that it was given to. */
export async function giveTicket(db: Db, fileId: string, sessionId: string): Promise<string> {
  const ticket = newToken()
  await sql`
    insert into file_ticket (token_hash, file_id, session_id, expires_at)
    values (${hashToken(ticket)}, ${fileId}, ${sessionId}, now() + make_interval(secs => ${ticketSeconds}))
  `.execute(db)
  return ticket
}
