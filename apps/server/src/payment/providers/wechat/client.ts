import { type KeyObject, randomBytes } from 'node:crypto'
import * as z from 'zod'
import type { Answer } from '#platform/outgoing/outgoing'
import { ask, codeSaid, said, unknown } from '../../ask-provider.ts'
import { readCertificate, readPrivateKey, readPublicKey } from '../../keys.ts'
import { accountWith, attemptsOf, hiddenIn } from '../../previous-keys.ts'
import type { ProviderAccount, ProviderRefused, ProviderServices, ProviderUnknown } from '../../provider.ts'
import { isFresh } from '../../signed-notice.ts'
import { keysOf, PlatformKeys } from './platform-keys.ts'
import { authorizationOf, isSignedBy, type Sealed, type SignedText, type Signing, unsealed } from './sign.ts'

export const standardGateway = 'https://api.mch.weixin.qq.com'

export type WechatAnswer<T> = { outcome: 'read'; value: T } | ProviderRefused | ProviderUnknown

/** The headers that carry a signature of WeChat Pay, on answers and on notices. */
export interface SignatureHeaders {
  serial: string
  signature: string
  timestamp: string
  nonce: string
}

/** Null if one is missing or too long. */
export function signatureHeaders(
  headers: Readonly<Record<string, string | undefined>>,
): SignatureHeaders | null {
  const {
    'wechatpay-serial': serial = '',
    'wechatpay-signature': signature = '',
    'wechatpay-timestamp': timestamp = '',
    'wechatpay-nonce': nonce = '',
  } = headers
  const isRight =
    /^[\w-]{1,80}$/.test(serial) && /^[A-Za-z0-9+/=]{1,1024}$/.test(signature) && /^[\w-]{1,64}$/.test(nonce)
  return isRight && timestamp !== '' ? { serial, signature, timestamp, nonce } : null
}

const sealed = z.object({
  algorithm: z.string().max(32),
  ciphertext: z.string().max(64 * 1024),
  nonce: z.string().max(32),
  associated_data: z.string().max(64).optional().default(''),
})
export const sealedSchema: z.ZodType<Sealed> = sealed
const certificateList = z.object({
  data: z.array(z.object({ encrypt_certificate: sealed })).max(50),
})
const failure = z.object({ code: z.string(), message: z.string().optional() })

/** Codes and statuses that leave it open whether WeChat Pay has acted. */
const isOpenEnd = (status: number, code: string) =>
  status >= 500 || status === 429 || status === 202 || /SYSTEM_?ERROR|BANKERROR|FREQUENCY/i.test(code)

const platformKeys = new PlatformKeys()

/** The calls of one merchant at WeChat Pay: signed, sent through `src/platform/outgoing/`, and believed only with its signature. */
export class WechatClient {
  readonly #account: ProviderAccount
  readonly #services: ProviderServices

  constructor(account: ProviderAccount, services: ProviderServices) {
    this.#account = account
    this.#services = services
  }

  get #gateway(): string {
    return (this.#account.settings.gateway || standardGateway).replace(/(?<!\/)\/+$/, '')
  }

  /** Null if the keys cannot be used. */
  #signing(): Signing | null {
    const { settings, secrets } = this.#account
    const privateKey = readPrivateKey(secrets.privateKey ?? '')
    const serial = readCertificate(settings.merchantCert ?? '')?.serialNumber
    return privateKey && serial ? { merchantNo: settings.merchantNo ?? '', serial, privateKey } : null
  }

  /** The headers of a request, with its signature; null if the keys cannot be used. */
  headersFor(method: string, address: string, body: string): Record<string, string> | null {
    const signing = this.#signing()
    if (!signing) return null
    const { pathname, search } = new URL(address)
    const moment = {
      timestamp: String(Math.floor(this.#services.now().getTime() / 1_000)),
      nonce: randomBytes(16).toString('hex'),
    }
    const { publicKeyId } = this.#account.settings
    return {
      accept: 'application/json',
      'user-agent': 'Kabao',
      authorization: authorizationOf(signing, { method, pathAndQuery: pathname + search, body }, moment),
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
      // Without it the answer is signed with a platform certificate.
      ...(publicKeyId ? { 'wechatpay-serial': publicKeyId } : {}),
    }
  }

  /**
   * Asks, and reads the answer if it is signed.
   * @param path with the query
   * @param schema of a successful answer; null if it has no body
   */
  async call<T>(
    method: 'GET' | 'POST',
    path: string,
    content: object | null,
    schema: z.ZodType<T>,
  ): Promise<WechatAnswer<T>> {
    const answer = await this.#send(method, path, content)
    if ('outcome' in answer) return answer
    const doubt = await this.#doubt(answer)
    if (doubt) return doubt
    return this.#judged(answer, schema)
  }

  async #send(
    method: 'GET' | 'POST',
    path: string,
    content: object | null,
  ): Promise<Answer | ProviderUnknown> {
    const body = content === null ? '' : JSON.stringify(content)
    const address = `${this.#gateway}${path}`
    const headers = this.headersFor(method, address, body)
    if (!headers) return { ...unknown('keys'), notSent: true }
    return ask(this.#account, this.#services, { address, method, headers, ...(body === '' ? {} : { body }) })
  }

  #judged<T>(answer: Answer, schema: z.ZodType<T>): WechatAnswer<T> {
    const content = answer.body === '' ? {} : jsonOf(answer.body)
    if (answer.status === 200 || answer.status === 204) {
      const read = schema.safeParse(content)
      return read.success ? { outcome: 'read', value: read.data } : unknown('form')
    }
    const refusal = failure.safeParse(content)
    const { code, message } = refusal.success ? refusal.data : { code: '', message: '' }
    if (code === '' || isOpenEnd(answer.status, code)) return unknown('says', this.#said(message || code))
    return { outcome: 'refused', code: codeSaid(code), message: this.#said(message) }
  }

  /** Why an answer is not believed; null if it is. What an unsigned error says is shown to whoever tries the keys. */
  async #doubt(answer: Answer): Promise<ProviderUnknown | null> {
    const headers = signatureHeaders(answer.headers)
    const refusal = failure.safeParse(jsonOf(answer.body))
    const message = refusal.success ? this.#said(`${refusal.data.code} ${refusal.data.message ?? ''}`) : ''
    if (!headers) return unknown(answer.status >= 500 ? 'status' : 'signature', message)
    const { verdict, ids } = await this.verify(headers, answer.body)
    if (verdict === 'right') {
      await this.note(ids)
      return null
    }
    return unknown(verdict === 'unreachable' || verdict === 'key' ? 'key' : verdict, message)
  }

  #said(text: unknown): string {
    return said(text, hiddenIn(this.#account))
  }

  /** Notes that WeChat Pay still uses previous keys. */
  async note(ids: readonly string[]): Promise<void> {
    await this.#services.notePrevious?.(ids)
  }

  /** Whether WeChat Pay signed this within the last five minutes, and which previous keys that took. */
  async verify(
    headers: SignatureHeaders,
    body: string | Buffer,
  ): Promise<{ verdict: 'right' | 'stale' | 'signature' | 'key' | 'unreachable'; ids: string[] }> {
    const { serial, signature, timestamp, nonce } = headers
    const none = (verdict: 'stale' | 'signature' | 'key' | 'unreachable') => ({ verdict, ids: [] })
    if (!isFresh(timestamp, this.#services.now())) return none('stale')
    const isRight = (key: KeyObject) => isSignedBy(key, { timestamp, nonce, body }, signature)
    const keys = this.#publicKeys(serial)
    // This beginning of a number says that it is no certificate.
    if (keys.length > 0 || serial.startsWith('PUB_KEY_ID_')) {
      const right = keys.find(({ key }) => isRight(key))
      if (right) return { verdict: 'right', ids: right.ids }
      return none(keys.length > 0 ? 'signature' : 'key')
    }
    const key = await this.#certificateKey(serial)
    if (key === 'unreachable') return none(key)
    if (key === 'unknown') return none('key')
    return isRight(key) ? { verdict: 'right', ids: [] } : none('signature')
  }

  /** The keys of a number: the one that is set, and previous ones. */
  #publicKeys(serial: string): { key: KeyObject; ids: string[] }[] {
    return attemptsOf(this.#account).flatMap((attempt) => {
      const { publicKeyId, publicKey = '' } = accountWith(this.#account, attempt).settings
      const key = publicKeyId === serial ? readPublicKey(publicKey) : null
      return key ? [{ key, ids: attempt.ids }] : []
    })
  }

  /** Decrypts with the APIv3 key, or with a previous one; null if neither fits. */
  unsealed(sealed: Sealed): { plain: string; ids: string[] } | null {
    for (const attempt of attemptsOf(this.#account)) {
      const plain = unsealed(accountWith(this.#account, attempt).secrets.apiKey ?? '', sealed)
      if (plain !== null) return { plain, ids: attempt.ids }
    }
    return null
  }

  async #certificateKey(serial: string): Promise<KeyObject | 'unknown' | 'unreachable'> {
    const { merchantNo = '' } = this.#account.settings
    const account = `${this.#account.key} ${this.#gateway} ${merchantNo}`
    return platformKeys.find(account, serial, this.#services.now(), () => this.#certificates())
  }

  /**
   * Asks for all certificates. They are encrypted with the APIv3 key, so nobody else can have made them; the answer is also signed with
   * one of them.
   */
  async #certificates() {
    const answer = await this.#send('GET', '/v3/certificates', null)
    if ('outcome' in answer || answer.status !== 200) return null
    const headers = signatureHeaders(answer.headers)
    const list = certificateList.safeParse(jsonOf(answer.body))
    if (!headers || !list.success) return null
    const now = this.#services.now()
    const texts = list.data.data.flatMap((each) => this.unsealed(each.encrypt_certificate)?.plain ?? [])
    const keys = keysOf(texts, now)
    const signer = keys.get(headers.serial)
    const signed: SignedText = { timestamp: headers.timestamp, nonce: headers.nonce, body: answer.body }
    const isRight =
      signer && isFresh(headers.timestamp, now) && isSignedBy(signer.key, signed, headers.signature)
    return isRight ? keys : null
  }
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
