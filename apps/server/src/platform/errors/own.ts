import { unstorable } from '@kabao/contract/kernel/kernel'
import { version } from '../base/version.ts'
import type { ErrorReport } from './report.ts'

/** An error of the service itself. @param url the pattern of the path, without ids */
export const ownError = (error: unknown, of: { url: string; requestId: string }): ErrorReport => {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  return {
    ...of,
    source: 'server',
    level: 'error',
    name: cut(name, 120),
    message: cut(message, 2_000),
    stack: cut(stack ?? '', 8_000),
    userAgent: null,
    release: version,
    person: null,
  }
}

const cut = (text: string, max: number) => text.slice(0, max).replace(unstorable, '')
