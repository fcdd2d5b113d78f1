import type { FileUse } from '@kabao/contract/operations/file'
import { sql } from 'kysely'
import * as z from 'zod'
import { invalid } from '../base/problem.ts'
import { hashToken, newToken } from '../base/token.ts'
import type { Caller } from '../callers/caller.ts'
import type { Db } from '../db/client.ts'
import { sendJob } from '../jobs/send.ts'

/** The record that files belong to. */
export interface Owner {
  /** The kind of the record: the name of its table. */
  kind: string
  id: string
}

export interface Claim {
  owner: Owner
  use: FileUse
  /** The files of this use that it has from now on. */
  ids: readonly string[]
  /** The uploader of the new files; a record cannot claim files that somebody else uploaded. */
  adminId: string
  /** The input field at which an unusable file is reported. */
  field: string
}

/**
 * Sets a record's files of one use, in the transaction that writes the record. New files are claimed for the record; files that
 * it had and that are not named are released and deleted a day later.
 * @throws Problem if a file does not exist any more, has another use or uploader, or belongs to another record
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

/** The queue of the job that deletes files which are unclaimed or condemned. */
export const fileSweepQueue = { name: 'file-sweep', data: z.strictObject({}) }

/** After files are condemned, has their bytes deleted soon after the commit; the hourly sweep finds what this run misses. */
export async function askForSweep(db: Db): Promise<void> {
  const { rows } = await sql`select from file where unclaimed_since = 'epoch' limit 1`.execute(db)
  if (rows.length > 0) await sendJob(db, fileSweepQueue, {})
}

/** The stored data about a file, for a request that opens it; undefined if the file does not exist any more. */
export const findFile = (db: Db, id: string) =>
  db
    .selectFrom('file')
    .select(['id', 'key', 'name', 'mediaType', 'size', 'createdBy'])
    .where('id', '=', id)
    .where('status', '=', 'stored')
    .executeTakeFirst()

/** The storage key of an image's thumbnail. */
export const thumbnailKey = (key: string): string => `${key}-thumbnail`

const ticketSeconds = 60

/** A ticket that opens a file once, within a minute, while the session or the token that it was issued to is alive. */
export async function giveTicket(
  db: Db,
  fileId: string,
  { sessionId, token }: Pick<Caller, 'sessionId' | 'token'>,
): Promise<string> {
  const ticket = newToken()
  await sql`
    insert into file_ticket (token_hash, file_id, session_id, access_token_id, expires_at)
    values (${hashToken(ticket)}, ${fileId}, ${sessionId}, ${token?.id ?? null}, now() + make_interval(secs => ${ticketSeconds}))
  `.execute(db)
  return ticket
}
