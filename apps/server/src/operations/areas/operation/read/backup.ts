import type { BackupFacts } from '@kabao/contract/operations/operation-database'
import { type LastBackup, lastBackup, lastGoodBackup } from '#platform/backup/run-record'
import type { Db } from '#platform/db/client'

/** The newest backup, and the newest that can be restored. */
export async function readBackup(db: Db): Promise<BackupFacts> {
  return { last: shown(await lastBackup(db)), good: shown(await lastGoodBackup(db)) }
}

function shown(backup: LastBackup | null): BackupFacts['last'] {
  if (backup === null) return null
  const { state, sizeBytes, ...rest } = backup
  return { ...rest, status: state, bytes: sizeBytes }
}
