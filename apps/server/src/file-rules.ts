import { fileUses } from '@kabao/contract/file'
import type { FileRule, FileRules, StoredUse } from '#access/file-rule'
import { ownerOf } from '#access/scope'
import type { Area } from './area.ts'
import { areas } from './areas.ts'
import { gather } from './gather.ts'
import { seesImportFile } from './imports/files.ts'

/** Of records whose area is still to come, and says then whose they are: until then none is the caller's own. */
const unknownOwner: FileRule = async (_db, _file, caller) => ownerOf(caller) === null

const storedUses = [...Object.keys(fileUses), 'export'] as StoredUse[]

/**
 * Who sees the files of which use, as the areas say. A use that no area speaks for is closed to whoever meets his own data only.
 * @throws Error where two areas speak for one use
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
