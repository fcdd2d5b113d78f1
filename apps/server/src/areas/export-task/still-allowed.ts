import type { Caller } from '#access/caller'
import type { OwnTask } from './queries.ts'

/** What somebody could export once, he may not fetch when he could not export it now. */
export function isStillAllowed(
  caller: Caller,
  { resource, scopeAdminId }: Pick<OwnTask, 'resource' | 'scopeAdminId'>,
): boolean {
  const mayExport = caller.isSuper || caller.points.has(`${resource}:export`)
  return mayExport && (scopeAdminId !== null || caller.dataScope === 'all')
}
