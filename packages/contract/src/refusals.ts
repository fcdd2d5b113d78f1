import { codes, type Failure } from './envelope.ts'
import { exportAnswer } from './export-body.ts'
import { type Endpoint, isReveal, paramNames } from './kernel.ts'
import { lookUpsIn } from './look-up.ts'

/** A code that says why a call was not done. */
export type RefusalCode = Failure['code']

/**
 * Every code that an endpoint can refuse with, in the order of `codes`: what any endpoint of its kind can, and what it
 * says of itself in `refuses`. The server's tests fail where an endpoint answers with another one.
 */
export function refusalsOf(endpoint: Endpoint): RefusalCode[] {
  const { access, kind, path, body, query, upload, answer } = endpoint
  const names = paramNames(path).length > 0
  const answers: Record<RefusalCode, boolean> = {
    [codes.sessionExpired]: access !== 'anyone',
    [codes.invalid]: names || Boolean(body || query || upload),
    [codes.wrongCredentials]: false,
    // Also who signed in: until a password is changed or a second factor set up, other calls are refused.
    [codes.forbidden]: access !== 'anyone',
    [codes.notFound]: names || namesRecord(body),
    // Two writes at once: the database lets one of them go first, and the other is told so.
    [codes.conflict]: kind === 'write',
    // Calls without a session, reveals, look-ups by a whole value and exports are counted.
    [codes.tooManyRequests]:
      access === 'anyone' ||
      isReveal(endpoint) ||
      lookUpsIn(body) !== null ||
      lookUpsIn(query) !== null ||
      answer === exportAnswer,
    // The database takes too long.
    [codes.unexpected]: true,
  }
  return (Object.keys(answers) as RefusalCode[])
    .filter((code) => answers[code] || endpoint.refuses?.includes(code))
    .sort((a, b) => order.indexOf(a) - order.indexOf(b))
}

const order: readonly string[] = Object.values(codes)

/** Whether a body says which row it is about. */
const namesRecord = (body: Endpoint['body']) =>
  body !== undefined && 'shape' in body && Object.hasOwn(body.shape as object, 'id')
