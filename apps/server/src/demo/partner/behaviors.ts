import type { ServerResponse } from 'node:http'
import type { Decided, PartnerStage } from './memory.ts'

/**
 * What the built-in partner does with a check, a submit or a login:
 * `accept`, `reject`, `duplicate`, `fail`: answers so · `slow`: accepts after `slowMs` · `error`: HTTP 500, nobody taken · `busy`:
 * HTTP 429 with Retry-After (`busySeconds`) · `rubbish`: HTTP 200 with bytes that mean nothing · `drop`: accepts, and drops the connection ·
 * `refuse`: drops the connection, nobody taken · `later`: accepts, and says so only when asked · `huge`: 10 MB · `drip`: one byte
 * a second · `redirect` · `truncated`: JSON that breaks off.
 */
export const behaviors = [
  'accept',
  'reject',
  'duplicate',
  'fail',
  'slow',
  'error',
  'busy',
  'rubbish',
  'drop',
  'refuse',
  'later',
  'huge',
  'drip',
  'redirect',
  'truncated',
] as const
export type Behavior = (typeof behaviors)[number]

export interface Answering {
  org: string
  requestId: string
  stage: PartnerStage
  response: ServerResponse
  decided: Decided
  slowMs: number
  busySeconds: number
}

const codes = { accepted: '0', duplicate: '1001', rejected: '2001', failed: '4001' } as const
const messages = {
  accepted: 'accepted',
  duplicate: 'known already',
  rejected: 'score too low',
  failed: 'try again',
} as const

/** The outcome that each behavior decides for the person. */
export const outcomeOf: Record<Behavior, keyof typeof codes> = {
  accept: 'accepted',
  slow: 'accepted',
  drop: 'accepted',
  later: 'accepted',
  reject: 'rejected',
  duplicate: 'duplicate',
  fail: 'failed',
  error: 'failed',
  busy: 'failed',
  refuse: 'failed',
  rubbish: 'accepted',
  huge: 'accepted',
  drip: 'accepted',
  redirect: 'failed',
  truncated: 'accepted',
}

/** The answer to a question about a person, or to a call that is answered plainly. */
export const bodyOf = ({ outcome, orderId, priceFen }: Decided, more: object = {}): string =>
  JSON.stringify({
    code: codes[outcome],
    message: messages[outcome],
    data: outcome === 'accepted' ? { orderId, priceFen, ...more } : {},
  })

/** What an accepting answer holds besides: what the person must agree to, or where the visitor is signed in. */
const extras: Partial<Record<PartnerStage, (org: string, requestId: string) => object>> = {
  check: (org) => ({
    agreements: [
      { name: 'Data authorization', url: `https://${org}.example.com/agreement/2`, version: '2.0' },
      { name: 'Terms of use', url: `https://${org}.example.com/terms/1`, version: '1.0' },
    ],
  }),
  login: (org, requestId) => ({ url: `https://${org}.example.com/in?session=${requestId}` }),
}

/** Answers a submit as the behavior says; the decision was stored before. */
export const answerBy: Record<Behavior, (answering: Answering) => void> = {
  accept: plainly,
  reject: plainly,
  duplicate: plainly,
  fail: plainly,
  slow: (answering) => void setTimeout(() => plainly(answering), answering.slowMs).unref(),
  error: ({ response }) => void response.writeHead(500).end('Internal error'),
  busy: ({ response, busySeconds }) =>
    void response.writeHead(429, { 'retry-after': String(busySeconds) }).end('{}'),
  rubbish: ({ response }) => void response.writeHead(200).end(Buffer.from([0, 255, 254, 60, 1, 2, 3])),
  drop: ({ response }) => void response.socket?.destroy(),
  refuse: ({ response }) => void response.socket?.destroy(),
  later: ({ response }) => json(response, '{"code":"3001","message":"in progress","data":{}}'),
  huge: ({ response }) => void response.writeHead(200).end(Buffer.alloc(10 * 1024 * 1024, 'x')),
  drip({ response }) {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write('{'), 1_000).unref()
    response.on('close', () => clearInterval(timer))
  },
  redirect: ({ response }) =>
    void response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' }).end(),
  truncated: ({ response }) => json(response, '{"code":"0","mess'),
}

function plainly({ response, decided, stage, org, requestId }: Answering): void {
  json(response, bodyOf(decided, extras[stage]?.(org, requestId)))
}

function json(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
}
