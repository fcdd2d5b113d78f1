import { StartRefusal } from '../base/refusal.ts'

/** An error of a backup or a restore as one sentence; an error that is none of these keeps its cause. */
export function failureOf(error: unknown): Error {
  if (error instanceof StartRefusal) return error
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new StartRefusal('The disk is full; free space or name another disk.')
  if (code === '53100') return new StartRefusal('The disk of the database is full.')
  if (isLost(code, message))
    return new StartRefusal('The connection to the database was lost in the middle; begin again.')
  return new StartRefusal('It failed in the middle.', { cause: error })
}

/** Source: PostgreSQL's classes 57 (operator intervention) and 08 (connection exception), errno(3), and the driver's words. */
const isLost = (code: string, message: string) =>
  /^(57P0\d|08...|ECONNRESET|EPIPE|ECONNREFUSED|ETIMEDOUT)$/.test(code) ||
  /Connection terminated|does not answer|not queryable/.test(message)
