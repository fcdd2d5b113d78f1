import type { ErrorLevel } from '@kabao/contract/intake/error-report'

/** The colours of the levels. */
export const levelColours: Record<ErrorLevel, string> = { error: 'red', warning: 'orange', info: 'gray' }
