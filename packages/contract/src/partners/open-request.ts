import * as z from 'zod'
import { type Endpoint, id, instant, pageAnswer, pageBody, text } from '../kernel/kernel.ts'
import type { Words } from '../kernel/language.ts'
import { openBodyBytes, signatureFaults, signedLines } from './signature.ts'

const row = z.object({
  id,
  at: instant,
  /** The public name of the key that it was signed with. */
  key: z.string(),
  call: z.string(),
  path: z.string(),
  /** The code of the envelope; a status of HTTP for a request that reached no handler. */
  code: z.string(),
  /** What was wrong with the signature; null if nothing was. */
  fault: z.enum(signatureFaults).nullable(),
  isSandbox: z.boolean(),
  /** Answered with the stored answer of an earlier request. */
  isRepeat: z.boolean(),
  ms: z.int(),
  ip: z.string(),
  /** The bodies, masked and cut; null where there is none, and for a request whose signature is wrong. */
  request: z.string().nullable(),
  answer: z.string().nullable(),
})
row.register(z.globalRegistry, { id: 'OpenRequest' })

const page = pageBody(['at'], '-at', {
  /** The name of a call, as the open contract has it: `open.user`. */
  call: z
    .string()
    .max(40, 'tooLong')
    .regex(/^open\.[a-zA-Z]+$/, 'type')
    .optional(),
  /** The whole public name of a key. */
  key: text(80).optional(),
  /** The whole code. */
  code: z
    .string()
    .max(5, 'tooLong')
    .regex(/^\d{3,5}$/, 'type')
    .optional(),
  /** Answered, or refused with any code. */
  result: z.enum(['answered', 'refused'], 'choice').optional(),
  from: instant.optional(),
  to: instant.optional(),
})

/** One line of text as a request has it. */
const header = (max: number) => z.string('required').max(max, 'tooLong')
/** The longest body that can be compared; the whole request must fit into a body itself. */
const longestBody = openBodyBytes / 4

/** A request as a partner sent it. */
const pasted = z.strictObject({
  key: header(80),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE'], 'choice'),
  /** Path and query as sent. */
  target: header(4_000).min(1, 'required').regex(/^\//, 'type'),
  timestamp: header(40),
  nonce: header(200),
  body: z.string().max(longestBody, 'tooLong').default(''),
  /** The value of `x-signature`. */
  signature: z.string().max(1_000, 'tooLong').default(''),
  /** The text that the partner signed, if it is known. */
  theirs: z.string().max(8_000, 'tooLong').nullable().default(null),
})
pasted.register(z.globalRegistry, { id: 'PastedRequest' })

const compared = z.object({
  /** The six lines that we would have signed. */
  text: z.string(),
  /** Where theirs differs first; null if it does not, or if they sent none. */
  difference: z
    .object({
      line: z.enum([...signedLines, 'end']),
      lineNumber: z.int(),
      column: z.int(),
      ours: z.string().nullable(),
      theirs: z.string().nullable(),
    })
    .nullable(),
  /** What we would have said of the request now; null if it would have been let in. */
  fault: z.enum(signatureFaults).nullable(),
  /** How far its timestamp is from our clock, in seconds; null if it is not in seconds. */
  secondsOff: z.int().nullable(),
  /** Whether one of its signatures is by a live secret of the key, whatever its time. */
  isSigned: z.boolean(),
})
compared.register(z.globalRegistry, { id: 'ComparedSignature' })

/**
 * The endpoints about the requests that a partner sent to the open API, within the area of the partner.
 * @param path the path of the area; the id of the partner follows it
 * @param name the name of the area
 * @param owned whether the partners have owners, see `owned` of an endpoint
 */
export function partnerRequestEndpoints<const P extends `/${string}`>(
  path: P,
  { name, what: [zh, en], ...owned }: { name: string; what: Words; owned?: true },
) {
  return {
    requests: {
      method: 'POST',
      path: `${path}/{id}/requests/page`,
      kind: 'read',
      ...owned,
      summary: [`查看${zh}的接口请求日志`, `View the API request log of ${en}`],
      lists: [`${name}Requests`],
      body: page,
      answer: pageAnswer(row),
    },
    request: {
      method: 'GET',
      path: `${path}/{id}/requests/{requestId}`,
      kind: 'read',
      ...owned,
      point: 'requests',
      summary: [`查看${zh}的一次接口请求`, `View one API request of ${en}`],
      answer: row,
    },
    compareSignature: {
      method: 'POST',
      path: `${path}/{id}/requests/signature`,
      kind: 'read',
      ...owned,
      point: 'requests',
      summary: [`核对${zh}的请求签名`, `Compare signatures of ${en}`],
      body: pasted,
      answer: compared,
    },
  } as const
}

export type SignatureCompareInput = z.input<typeof pasted>

/** The endpoints of one area. */
type Made = ReturnType<typeof partnerRequestEndpoints<`/${string}`>>
type Place = 'area' | 'name' | 'access' | 'point' | 'byPerson' | 'lists' | 'affects' | 'keyed' | 'owned'
export type OpenRequestCalls = {
  [K in keyof Made]: Omit<Made[K], Place> & Omit<Pick<Endpoint, Place>, 'access'> & { access: 'point' }
}

export type OpenRequestRow = z.output<typeof row>
export type OpenRequestPage = z.output<typeof page>
export type ComparedSignature = z.output<typeof compared>
