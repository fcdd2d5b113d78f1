import type { PartitionFacts } from '@kabao/contract/operation-database'
import type { Db } from '#db/client'
import type { Settings } from '#settings/settings'
import { isShort, readAhead } from '../../../partitions/ahead.ts'
import { readKept } from '../../../partitions/kept.ts'

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
      ...{ name: ahead.table, unit: ahead.unit as 'hour' | 'day' | 'month' },
      ...{ partitions, aheadSeconds: ahead.seconds, isShort: isShort(ahead), oldestAt, keptDays, isOverdue },
    }
  })
}
