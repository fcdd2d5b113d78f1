import { codes, type Failure } from './envelope.ts'
import { exportAnswer } from './export-body.ts'
import { type Endpoint, isReveal, paramNames } from './kernel.ts'
import { lookUpsIn } from './look-up.ts'

/** A code that says why a request was refused. */
export type RefusalCode = Failure['code']

/**
 * Every code that an endpoint can refuse with, in the order of `codes`: those of every endpoint of its kind, and those that it
 * declares in `refuses`. The server's tests fail if an endpoint answers with another code.
 */
export function refusalsOf(endpoint: Endpoint): RefusalCode[] {
  const { access, kind, path, body, query, upload, keyed, answer } = endpoint
  const names = paramNames(path).length > 0
  const answers: Record<RefusalCode, boolean> = {
    [codes.sessionExpired]: access !== 'anyone',
    [codes.invalid]: names || keyed || Boolean(body || query || upload),
    [codes.wrongCredentials]: false,
    // Also for signed-in callers: until a password is changed or a second factor set up, other requests are refused.
    [codes.forbidden]: access !== 'anyone',
    [codes.notFound]: names || namesRecord(body),
    // Of two concurrent writes, the database lets one go first, and the other is refused with this code.
    [codes.conflict]: kind === 'write',
    // Requests without a session, reveals, look-ups by a whole value and exports are counted.
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

/** Whether a body names the version of its row. */
const namesRecord = (body: Endpoint['body']) =>
  body !== undefined && 'shape' in body && Object.hasOwn(body.shape as object, 'id')
