import { createHash } from 'node:crypto'

/** What a channel can be paid for: a registration, an accepted push, or a visitor of a day. */
export type ResultKind = 'registration' | 'push' | 'visitor'

/** The terms of a channel's contract. */
export interface ChannelTerms {
  settlement: string
  /** In fen; of a share, 0. */
  priceFen: number
  /** In basis points; of a price, 0. */
  shareBp: number
  /** How many of 10,000 results are agreed to be deducted. */
  deductionBp: number
}

export interface ChannelCost {
  /** What the contract gives for the result, in fen. */
  baseFen: number
  /** What is owed: the same, or 0 if the result is deducted. */
  costFen: number
  /** The number from 0 to 9,999 that the id of the result gives; below the agreed rate, the result is deducted. */
  draw: number
  deductionBp: number
  isDeducted: boolean
}

/** The kind of result that each settlement pays for. */
const paidKinds: Readonly<Record<string, ResultKind>> = {
  cpa: 'registration',
  cpl: 'push',
  cps: 'push',
  cpuv: 'visitor',
}

/** The kind of result that a channel is paid for; null for a settlement that is not known. */
export const paidKindOf = ({ settlement }: ChannelTerms): ResultKind | null => paidKinds[settlement] ?? null

/**
 * What a channel with these terms is owed for a result. Whether it is deducted follows from its id alone, so it is never drawn again.
 * @param id of the user, of the push, or the hash of a visitor
 * @param priceFen what the organization is charged, for a share
 * @returns null if the channel is not paid for results of this kind
 */
export function costUnder(
  { settlement, priceFen: agreedFen, shareBp, deductionBp }: ChannelTerms,
  { kind, id, priceFen = 0 }: { kind: ResultKind; id: string; priceFen?: number },
): ChannelCost | null {
  if (paidKinds[settlement] !== kind) return null
  const baseFen = settlement === 'cps' ? Math.floor((priceFen * shareBp) / 10_000) : agreedFen
  const draw = drawOf(kind, id)
  const isDeducted = draw < deductionBp
  return { baseFen, costFen: isDeducted ? 0 : baseFen, draw, deductionBp, isDeducted }
}

/** A number from 0 to 9,999 that an id always gives. The seed of a push is older than those of the other kinds. */
export const drawOf = (kind: ResultKind, id: string): number =>
  createHash('sha256')
    .update(kind === 'push' ? `deduction ${id}` : `deduction ${kind} ${id}`)
    .digest()
    .readUInt32BE() % 10_000
