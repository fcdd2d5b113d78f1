import { auditExport } from './areas/audit/export.ts'
import { blacklistExport } from './areas/blacklist/export.ts'
import { feedbackExport } from './areas/feedback/export.ts'
import { pushExport } from './areas/push/export.ts'
import { userExport } from './areas/user/export.ts'
import type { AnyListExport } from './exports/list-export.ts'

/** Every list that can be exported; one line for each. */
export const listExports: readonly AnyListExport[] = [
  userExport,
  pushExport,
  blacklistExport,
  feedbackExport,
  auditExport,
]
