import { codes } from '@kabao/contract'
import type { FollowUp } from '@kabao/contract/crm/lead-work'
import { sql } from 'kysely'
import { forbidden, invalid, notFound, Problem } from '#platform/base/problem'
import type { Db } from '#platform/db/client'
import { refusePast } from '#platform/db/past'
import { claimFiles } from '#platform/files/files'
import { assign, claim, transfer } from '../../claim-and-assign.ts'
import { close, followUp } from '../../follow-up.ts'
import type { Acting } from '../../history.ts'
import type { Sight } from '../../lead-visibility.ts'
import { release } from '../../release.ts'
import { findLead, type StoredDetail } from '../../stored-lead.ts'

/** Who acts on which lead. */
export interface ActOn extends Acting {
  /** The administrator who acts. */
  by: string
  write: Db
  sight: Sight
  leadId: string
}

/** A lead in the caller\u2019s sight. @throws Problem 4040 */
export async function seenLead({
  write,
  sight,
  leadId,
}: Pick<ActOn, 'write' | 'sight' | 'leadId'>): Promise<StoredDetail> {
  const lead = await findLead(write, sight, leadId)
  if (!lead) throw notFound()
  return lead
}

/**
 * The lead and its salesman, as whom the caller acts.
 * @throws Problem 4040 if it is out of sight, 4030 if another salesman holds it, 4090 if nobody does
 */
export async function workedLead(on: ActOn): Promise<{ lead: StoredDetail; salesmanId: string }> {
  const lead = await seenLead(on)
  const { salesmanId } = lead
  if (salesmanId === null) throw new Problem(codes.conflict, 'leadMoved')
  if (!lead.isWorkedOn) throw forbidden()
  return { lead, salesmanId }
}

/**
 * A lead whose data the caller may change: one that he works on, or that waits in his sight.
 * @throws Problem 4040 if it is out of sight, 4030 if its pool hides something of it
 */
export async function changeableLead(db: Db, sight: Sight, leadId: string): Promise<StoredDetail> {
  const lead = await seenLead({ write: db, sight, leadId })
  if (lead.hidden.length > 0) throw forbidden()
  return lead
}

/** @throws Problem at the field if there is no such salesman, or the caller may not give him leads */
export async function refuseReceiver(db: Db, { receiverIds }: Sight, salesmanId: string): Promise<void> {
  if (receiverIds !== null && !receiverIds.includes(salesmanId)) throw invalid({ salesmanId: 'notOfTeam' })
  const { rows } = await sql`select from salesman where id = ${salesmanId}`.execute(db)
  if (rows.length === 0) throw invalid({ salesmanId: 'choice' })
}

/** The caller, a salesman, takes a waiting lead. @throws Problem as `claim` */
export async function claimLead({ sight, ...on }: ActOn): Promise<void> {
  await seenLead({ ...on, sight })
  if (sight.meId === null) throw new Problem(codes.conflict, 'noSalesman')
  await claim(on.write, { ...on, salesmanId: sight.meId })
}

export async function assignLead(
  { sight, ...on }: ActOn,
  { salesmanId, reason }: { salesmanId: string; reason: string },
): Promise<void> {
  await seenLead({ ...on, sight })
  await refuseReceiver(on.write, sight, salesmanId)
  await assign(on.write, { ...on, salesmanId, reason })
}

export async function transferLead(
  { sight, ...on }: ActOn,
  { fromId, salesmanId, reason }: { fromId: string; salesmanId: string; reason: string },
): Promise<void> {
  await workedLead({ ...on, sight })
  await refuseReceiver(on.write, sight, salesmanId)
  if (fromId === salesmanId) throw invalid({ salesmanId: 'sameSalesman' })
  await transfer(on.write, { ...on, fromId, salesmanId, reason })
}

/** Gives a lead to another salesman, whoever holds it now. */
export async function transferHeld(on: ActOn, given: { salesmanId: string; reason: string }): Promise<void> {
  const { salesmanId: fromId } = await workedLead(on)
  await transferLead(on, { fromId, ...given })
}

/** Closes a lead: it was won, or it is of no use. */
export const closeLead =
  (stage: 'converted' | 'invalid') =>
  async (on: ActOn, { reason }: { reason: string }): Promise<void> => {
    const { salesmanId } = await workedLead(on)
    await close(on.write, { ...on, salesmanId, stage, reason })
  }

export async function releaseLead(on: ActOn, { reason }: { reason: string }): Promise<void> {
  const { salesmanId } = await workedLead(on)
  await release(on.write, { ...on, salesmanId, reason })
}

/** Notes a contact with its images. @throws Problem at `nextAt` if it is past, at `fileIds` if a file cannot be used */
export async function followUpLead(on: ActOn, told: FollowUp): Promise<void> {
  const { fileIds, stage, ...said } = told
  refusePast('nextAt', told.nextAt)
  const { salesmanId } = await workedLead(on)
  const { followUpId } = await followUp(on.write, { ...on, salesmanId, ...said, ...(stage && { stage }) })
  await claimFiles(on.write, {
    owner: { kind: 'leadFollowUp', id: followUpId },
    use: 'followUp',
    ids: fileIds,
    adminId: on.by,
    field: 'fileIds',
  })
}
