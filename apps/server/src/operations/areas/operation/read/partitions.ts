import type { PartitionFacts } from '@kabao/contract/operations/operation-database'
import type { Db } from '#platform/db/client'
import { isShort, readAhead } from '#platform/partitions/ahead'
import { readKept } from '#platform/partitions/kept'
import type { Settings } from '#platform/settings/settings'

/** How far each partitioned table can be written, and how far back it goes. */
export async function readPartitions(db: Db, settings: Settings): Promise<PartitionFacts> {
  const kept = new Map((await readKept(db, settings)).map((each) => [each.table, each]))
  return (await readAhead(db)).map((ahead) => {
    const {
      partitions = 0,
      oldestAt = null,
      keptDays = null,
      isOverdue = false,
    } = kept.get(ahead.table) ?? {}
    return {
      name: ahead.table,
      unit: ahead.unit as 'hour' | 'day' | 'month',
      partitions,
      aheadSeconds: ahead.seconds,
      isShort: isShort(ahead),
      oldestAt,
      keptDays,
      isOverdue,
    }
  })
}
