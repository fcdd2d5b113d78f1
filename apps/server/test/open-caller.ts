import { randomBytes, randomUUID } from 'node:crypto'
import { intakePrefix } from '@kabao/contract/intake/kernel'
import { signatureHeaders } from '@kabao/contract/partners/signature'
import type { FastifyInstance } from 'fastify'
import { makeKey } from '#partners/api-keys/keys'
import { signedHeaders } from '#partners/signature/sign'
import { secret, type TestApp } from './harness.ts'

type Method = 'GET' | 'POST' | 'PUT'

export interface OpenAnswer {
  status: number
  code: string
  /** The bytes of the answer, as text. */
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there, and fails where it is not
  body: any
}

export interface CallOptions {
  on?: FastifyInstance
  headers?: Record<string, string>
  idempotencyKey?: string
  /** The clock of the caller, in milliseconds. */
  now?: number
  secrets?: readonly string[]
  ip?: string
}

/** A channel or an organization with a key, which signs its requests. */
export interface TestPartner {
  id: string
  key: string
  keyId: string
  secret: string
  secretId: string
  call(method: Method, path: string, body?: unknown, options?: CallOptions): Promise<OpenAnswer>
  /** The headers and the payload of a signed request, to be sent as they are. */
  sign(method: Method, path: string, body?: unknown, options?: CallOptions): Signed
}

export interface Signed {
  method: Method
  url: string
  headers: Record<string, string>
  payload: string | Buffer
}

/** Adds a channel with a key. */
export async function newChannel(
  app: TestApp,
  terms: {
    flow?: string
    dailyCap?: number | null
    callsPerSecond?: number | null
    allowedIps?: string[]
    isSandbox?: boolean
  } = {},
): Promise<TestPartner> {
  const { flow = 'full', dailyCap = null, callsPerSecond = null, allowedIps = [], isSandbox = false } = terms
  const { rows } = await app.pool.query(
    `insert into channel (name, flow, daily_cap, calls_per_second, allowed_ips) values ('测试渠道', $1, $2, $3, $4) returning id`,
    [flow, dailyCap, callsPerSecond, allowedIps],
  )
  return partnerOf(app, 'channel', rows[0].id, isSandbox)
}

/** Adds an organization with a key. */
export async function newOrg(app: TestApp, { isSandbox = false } = {}): Promise<TestPartner> {
  const name = randomUUID()
  const { rows } = await app.pool.query(
    `insert into org (code, name, short_name, flow) values ($1, $2, $2, 'full') returning id`,
    [`o${randomBytes(4).toString('hex')}`, name],
  )
  return partnerOf(app, 'org', rows[0].id, isSandbox)
}

/** Gives an organization a key. */
export const keyOfOrg = (app: TestApp, orgId: string): Promise<TestPartner> =>
  partnerOf(app, 'org', orgId, false)

async function partnerOf(
  app: TestApp,
  kind: 'channel' | 'org',
  id: string,
  isSandbox: boolean,
): Promise<TestPartner> {
  const made = await app.db
    .transaction()
    .execute((write) => makeKey(write, app.vault, { owner: { kind, id }, isSandbox, by: null }))
  secret(made.secret)
  const sign: TestPartner['sign'] = (method, path, body, options = {}) => {
    const payload =
      body === undefined
        ? ''
        : typeof body === 'string' || Buffer.isBuffer(body)
          ? body
          : JSON.stringify(body)
    const url = `${intakePrefix}${path}`
    const headers = {
      ...(payload.length > 0 && { 'content-type': 'application/json' }),
      'accept-language': 'en-US',
      [signatureHeaders[kind]]: made.key,
      ...signedHeaders(
        { method, target: url, body: Buffer.from(payload as string) },
        options.secrets ?? [made.secret],
        options.now ?? Date.now(),
      ),
      ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
      ...options.headers,
    }
    return { method, url, headers, payload }
  }
  return {
    id,
    key: made.key,
    keyId: made.id,
    secret: made.secret,
    secretId: made.secretId,
    sign,
    call: (method, path, body, options = {}) =>
      send(options.on ?? app.app, sign(method, path, body, options), options.ip),
  }
}

/** Sends a signed request, or the same one again. */
export async function send(on: FastifyInstance, request: Signed, ip?: string): Promise<OpenAnswer> {
  const { method, url, headers, payload } = request
  const response = await on.inject({
    method,
    url,
    headers,
    ...(payload.length > 0 && { payload }),
    ...(ip !== undefined && { remoteAddress: ip }),
  })
  return {
    status: response.statusCode,
    code: response.json().code,
    text: response.body,
    body: response.json(),
  }
}

let number = 0
/** A phone that no other test of the file has. */
export const newPhone = (): string => `139${String(++number).padStart(8, '0')}`
