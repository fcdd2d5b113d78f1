import { settlement as area, type ResultRow } from '@kabao/contract/ledger/settlement'

import { special } from '../special.ts'

const size = 40

/** A made-up result: every seventh is deducted. */
const resultAt = (nth: number): ResultRow => {
  const isDeducted = nth % 7 === 3
  return {
    number: 2_001 + nth,
    at: new Date(Date.UTC(2026, 1, 1, 2, 7 * nth)).toISOString(),
    businessDay: '2026-02-01',
    kind: 'push',
    refId: String(90_210 + nth),
    isLate: nth === 0,
    baseFen: 1_800,
    costFen: isDeducted ? 0 : 1_800,
    isDeducted,
    draw: isDeducted ? 413 : 5_871,
    deductionBp: 1_000,
  }
}

export const settlement = special(area, {
  count: 24,
  row: (_random, at) => ({
    fromDay: '2026-02-01',
    toDay: '2026-02-28',
    baseFen: 1_980_000 + 12_000 * at,
    amountFen: 1_800_000 + 12_000 * at,
    results: 1_100 + at,
    deducted: 100,
    late: 1,
    lateFen: 1_800,
  }),
  filters: { channelId: () => true },
  calls: {
    results({ body: { current, size: most, kind, isDeducted } }) {
      const all = Array.from({ length: size }, (_, nth) => resultAt(nth)).filter(
        (row) =>
          (kind === undefined || row.kind === kind) &&
          (isDeducted === undefined || row.isDeducted === isDeducted),
      )
      const from = (current - 1) * most
      return { records: all.slice(from, from + most), total: all.length, current, size: most }
    },
  },
})
