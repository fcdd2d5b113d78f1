/** One lead in the unit of credits. */
const lead = 1_000_000

/** Somebody who can get the next lead. */
export interface Candidate {
  id: string
  /** Above zero. */
  weight: number
  /** By how much he is below his share (above zero) or above it, in millionths of a lead. */
  credit: number
}

/**
 * Chooses who gets the next lead, so that after any number of leads each has his share by weight, less than one lead off; so in any row
 * of leads he is less than two off. Each is given the part of the lead that is due to him; of those who are owed enough, the one who
 * must get one soonest gets it. Source: R. Tijdeman, The chairman assignment problem, 1980.
 * @returns the id of who gets it, and the new credits of all; the sum of the credits stays
 */
export function shareOut(candidates: readonly [Candidate, ...Candidate[]]): {
  id: string
  credits: Map<string, number>
} {
  const inOrder = candidates.toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1))
  const total = inOrder.reduce((sum, { weight }) => sum + weight, 0)
  let [weights, given] = [0, 0]
  const owed = inOrder.map(({ id, weight, credit }) => {
    weights += weight
    // The parts are rounded so that together they are one lead exactly.
    const until = Math.floor((weights * lead) / total)
    const due = credit + until - given
    given = until
    return { id, weight, due }
  })
  const slack = owed.length < 2 ? 0 : lead / (2 * owed.length - 2)
  const able = owed.filter(({ due }) => due >= slack)
  const deadline = ({ weight, due }: (typeof owed)[number]) => ((lead - slack - due) * total) / weight
  // When others came or went, nobody may be owed enough; then it is whoever is owed most.
  const [first] =
    able.length > 0
      ? able.toSorted((one, other) => deadline(one) - deadline(other))
      : owed.toSorted((one, other) => other.due - one.due)
  const { id } = first as (typeof owed)[number]
  return {
    id,
    credits: new Map(owed.map((each) => [each.id, bounded(each.due - (each.id === id ? lead : 0))])),
  }
}

/** Credits that grew while others were away do not give anybody a long row of leads. */
const bounded = (credit: number) => Math.max(-2 * lead, Math.min(2 * lead, credit))
