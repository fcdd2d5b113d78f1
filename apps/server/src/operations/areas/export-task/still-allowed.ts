import { exportPointOf } from '@kabao/contract/kernel/export-body'
import type { Caller } from '#platform/callers/caller'
import type { OwnTask } from './queries.ts'

/** Whether the caller could still request this export; only then may they fetch its file. */
export function isStillAllowed(
  caller: Caller,
  { resource, scopeAdminId }: Pick<OwnTask, 'resource' | 'scopeAdminId'>,
): boolean {
  const mayExport = caller.isSuper || caller.points.has(exportPointOf(resource))
  return mayExport && (scopeAdminId !== null || caller.dataScope === 'all')
}
