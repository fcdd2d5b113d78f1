import { lead } from '@kabao/contract/crm/lead'
import { type LeadDetail, type LeadRow, leadEnds } from '@kabao/contract/crm/lead-row'

/** The acts on one lead that a button offers. */
export const leadActs = [
  'claim',
  'assign',
  'transfer',
  'release',
  'protect',
  'convert',
  'invalidate',
] as const
export type LeadAct = (typeof leadActs)[number]

/** The acts that take a salesman, and those that need a reason. */
export const takesSalesman = (act: LeadAct): act is 'assign' | 'transfer' =>
  act === 'assign' || act === 'transfer'
export const needsReason = (act: LeadAct): boolean => act !== 'claim' && act !== 'assign'
export const isDangerous = (act: LeadAct): boolean => act === 'invalidate'

type Powers = LeadDetail['can']

/** What a row of a list lets assume: its salesman works on it; the service decides in any case. */
const powersOf = ({ isMine, isClaimable }: LeadRow): Powers => ({
  claim: isClaimable,
  work: isMine,
  assign: true,
})

export const isWaiting = ({ salesmanId, closedAt }: LeadRow): boolean =>
  salesmanId === null && closedAt === null
export const isHeld = ({ salesmanId, closedAt }: LeadRow): boolean => salesmanId !== null && closedAt === null
export const isEnded = ({ stage }: Pick<LeadRow, 'stage'>): boolean => leadEnds.some((end) => end === stage)

/** Whether a lead allows an act; the permission points are checked besides. */
export function allows(act: LeadAct, lead: LeadRow, can: Powers = powersOf(lead)): boolean {
  switch (act) {
    case 'claim':
      return isWaiting(lead) && can.claim
    case 'assign':
      return isWaiting(lead) && can.assign
    case 'transfer':
      return isHeld(lead) && can.assign
    case 'protect':
      return isHeld(lead) && can.work && lead.protectedUntil === null
    default:
      return isHeld(lead) && can.work
  }
}

/** Whether the caller may write a follow-up or call. */
export const isWorkable = (lead: LeadRow, can: Powers = powersOf(lead)): boolean => isHeld(lead) && can.work

/** The endpoint of an act. */
export const endpointOf = (act: LeadAct) => lead[act]
