import type { ErrorLevel } from '@kabao/contract/intake/error-report'

/** The colors of the levels. */
export const levelColors: Record<ErrorLevel, string> = { error: 'red', warning: 'orange', info: 'gray' }
