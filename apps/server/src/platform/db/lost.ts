/**
 * The connection broke while a transaction was being committed, so nobody here knows whether it was. Only a caller whose request can
 * be told apart from a new one (an idempotency key, a number of its own) may send it again.
 */
export class UnclearCommit extends Error {
  override name = 'UnclearCommit'

  constructor(cause: unknown) {
    super('The connection broke during a commit, so it is unclear whether it was done', { cause })
  }
}

const systemCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
])
/** The driver's and our own words for a connection that is gone or cannot be had. */
const words =
  /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect$|^timeout expired$|^The database (does not answer|has no server|is served by)/

/** Whether the database, not the statement, is the reason: repeating the statement at once would fail or wait again. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof UnclearCommit) return true
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string') return words.test(error.message)
  return systemCodes.has(code) || isServerGone(code)
}

/** 08: connection exceptions; 57P01 to 57P03: the server ends, was killed, or is not up; 25006: it cannot be written to any more. */
export const isServerGone = (code: string): boolean => /^(08...|57P0[1-3]|25006)$/.test(code)
