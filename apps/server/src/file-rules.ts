import type { FileRule, FileRules } from '#access/file-rule'
import { ownerOf } from '#access/scope'
import { seesImportFile } from './areas/blacklist/import/files.ts'
import { seesExportFile } from './areas/export-task/files.ts'
import { seesFeedbackImage } from './areas/feedback/files.ts'

/** Of records that are nobody's: whoever may see one sees them all. */
const everybody: FileRule = async () => true

/** Of records whose area is still to come, and says then whose they are: until then none is the caller's own. */
const unknownOwner: FileRule = async (_db, _file, caller) => ownerOf(caller) === null

/** Who sees the files of which use; one line for each. */
export const fileRules: FileRules = {
  avatar: everybody,
  feedback: seesFeedbackImage,
  import: seesImportFile,
  export: seesExportFile,
  voucher: unknownOwner,
  logo: unknownOwner,
  cover: unknownOwner,
}
