import type { SnapshotPlan } from './figures.ts'
import type { Places } from './reasons.ts'

/** A plan, and those that it went before: their ids, prices and acceptance rates (in basis points), each at its place. */
export interface Ranking {
  planIds: readonly string[]
  pricesFen: readonly number[]
  ratesBp: readonly number[]
}

/** For each plan two bytes for its place in the snapshot, and two for its rate. */
const size = 4

/** Packs a ranking of plans of a snapshot, which has their prices. */
export function packRanking({ planIds, ratesBp }: Ranking, { places }: Places): Buffer {
  const bytes = Buffer.alloc(planIds.length * size)
  for (const [index, planId] of planIds.entries()) {
    const place = places.get(planId)
    if (place === undefined) throw new Error(`plan ${planId} is not in the snapshot`)
    bytes.writeUInt16BE(place, index * size)
    bytes.writeUInt16BE(ratesBp[index] as number, index * size + 2)
  }
  return bytes
}

/** The places of the plans of a packed ranking, in its order. */
export const placesOfRanking = (bytes: Buffer): number[] =>
  Array.from({ length: bytes.length / size }, (_, index) => bytes.readUInt16BE(index * size))

/** The ranking as it was. @param plans those of its snapshot */
export function unpackRanking(bytes: Buffer, plans: readonly SnapshotPlan[]): Ranking {
  const ranked = placesOfRanking(bytes).map((place) => plans[place] as SnapshotPlan)
  return {
    planIds: ranked.map(({ id }) => id),
    pricesFen: ranked.map(({ priceFen }) => priceFen),
    ratesBp: ranked.map((_, index) => bytes.readUInt16BE(index * size + 2)),
  }
}
