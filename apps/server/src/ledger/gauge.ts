import { sql } from 'kysely'
import type { GaugeGroup } from '#platform/metrics/database-gauges'

/** What the newest check of the ledger found. */
export const ledgerGauge: GaugeGroup = {
  name: 'ledger',
  gauges: {
    ledger_check_last_timestamp_seconds: 'When the newest check of the ledger ended',
    ledger_check_last_faults: 'Faults that the newest check of the ledger names',
    ledger_check_last_sums_agree: '1 if the sums by day are those of the transfers, else 0',
  },
  async read(db) {
    const { rows } = await sql<{ at: number; faults: number; sumsAgree: boolean }>`
      select extract(epoch from finished_at)::float8 as at, jsonb_array_length(faults) as faults, sums_agree as "sumsAgree"
      from ledger_check order by id desc limit 1`.execute(db.withoutPlugins())
    return {
      ledger_check_last_timestamp_seconds: rows.map(({ at }) => ({ value: at })),
      ledger_check_last_faults: rows.map(({ faults }) => ({ value: faults })),
      ledger_check_last_sums_agree: rows.map(({ sumsAgree }) => ({ value: Number(sumsAgree) })),
    }
  },
}
