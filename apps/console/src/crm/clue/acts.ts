import { clue } from '@kabao/contract/crm/clue'
import { type ClueDetail, type ClueRow, clueEnds } from '@kabao/contract/crm/clue-row'

/** The acts on one lead that a button offers. */
export const clueActs = [
  'claim',
  'assign',
  'transfer',
  'release',
  'protect',
  'convert',
  'invalidate',
] as const
export type ClueAct = (typeof clueActs)[number]

/** The acts that take a salesman, and those that need a reason. */
export const takesSalesman = (act: ClueAct): act is 'assign' | 'transfer' =>
  act === 'assign' || act === 'transfer'
export const needsReason = (act: ClueAct): boolean => act !== 'claim' && act !== 'assign'
export const isDangerous = (act: ClueAct): boolean => act === 'invalidate'

type Powers = ClueDetail['can']

/** What a row of a list lets assume: its salesman works on it; the service decides in any case. */
const powersOf = ({ isMine, isClaimable }: ClueRow): Powers => ({
  claim: isClaimable,
  work: isMine,
  assign: true,
})

export const isWaiting = ({ salesmanId, closedAt }: ClueRow): boolean =>
  salesmanId === null && closedAt === null
export const isHeld = ({ salesmanId, closedAt }: ClueRow): boolean => salesmanId !== null && closedAt === null
export const isEnded = ({ stage }: Pick<ClueRow, 'stage'>): boolean => clueEnds.some((end) => end === stage)

/** Whether a lead allows an act; the permission points are checked besides. */
export function allows(act: ClueAct, lead: ClueRow, can: Powers = powersOf(lead)): boolean {
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
export const isWorkable = (lead: ClueRow, can: Powers = powersOf(lead)): boolean => isHeld(lead) && can.work

/** The endpoint of an act. */
export const endpointOf = (act: ClueAct) => clue[act]
