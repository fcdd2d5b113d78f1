import { fileUses } from '@kabao/contract/operations/file'
import type { Area } from '#platform/area'
import type { FileRule, FileRules, StoredUse } from '#platform/callers/file-rule'
import { ownerOf } from '#platform/callers/scope'
import { seesImportFile } from '#platform/imports/files'
import { areas } from './areas.ts'
import { gather } from './gather.ts'

/** For records whose area does not exist yet; the rule names their owner then. Until then no record is the caller's own. */
const unknownOwner: FileRule = async (_db, _file, caller) => ownerOf(caller) === null

const storedUses = [...Object.keys(fileUses), 'export'] as StoredUse[]

/**
 * The areas' rules of who may see the files of each use. A use without a rule is closed to callers with the data scope `own`.
 * @throws Error if two areas have a rule for one use
 */
export function fileRulesOf(from: readonly Area[]): FileRules {
  const closed = storedUses.map((use) => [use, unknownOwner])
  const said = gather(
    from,
    ({ files = {} }) => Object.entries(files),
    ([use]) => use,
  )
  return { ...Object.fromEntries(closed), import: seesImportFile, ...Object.fromEntries(said) } as FileRules
}

export const fileRules: FileRules = fileRulesOf(areas)
