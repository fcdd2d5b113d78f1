import type { KeyObject } from 'node:crypto'
import type { AlipaySdk } from 'alipay-sdk'
import { ask, codeSaid, said, unknown } from '../../ask-provider.ts'
import { chinaTime } from '../../china-time.ts'
import { readCertificate, readPrivateKey, readPublicKey } from '../../keys.ts'
import { accountWith, attemptsOf, hiddenIn } from '../../previous-keys.ts'
import type { ProviderAccount, ProviderRefused, ProviderServices, ProviderUnknown } from '../../provider.ts'

export type AlipayRead = Readonly<Record<string, unknown>>
export type AlipayAnswer = { outcome: 'read'; value: AlipayRead } | ProviderRefused | ProviderUnknown

export const standardGateway = 'https://openapi.alipay.com/gateway.do'

/** The only code of this form that is an answer. */
export const noBill = 'isp.bill_not_exist'

/** Codes that leave it open whether Alipay has acted: its own faults, and a payment that is under way. */
const isOpenEnd = (code: string, subCode: string) =>
  code === '20000' || code === '10003' || (/SYSTEM_ERROR|UNKNOW|^isp\./i.test(subCode) && subCode !== noBill)

/** Verifies with one of Alipay's keys. */
export interface Verifier {
  /** The previous secrets that it uses. */
  ids: string[]
  sdk: AlipaySdk
}

const keyOfAlipay = ({ alipayCert, alipayPublicKey }: ProviderAccount['settings']) =>
  alipayCert ? (readCertificate(alipayCert)?.publicKey ?? null) : readPublicKey(alipayPublicKey ?? '')

/**
 * The calls of one application at Alipay. The library signs and verifies; it sends nothing, because every call goes through
 * `src/platform/outgoing/`. It is loaded with the first call.
 */
export class AlipayClient {
  readonly #account: ProviderAccount
  readonly #services: ProviderServices
  #sdk: AlipaySdk | null = null

  constructor(account: ProviderAccount, services: ProviderServices) {
    this.#account = account
    this.#services = services
  }

  /** Null if the keys cannot be used. */
  async sdk(): Promise<AlipaySdk | null> {
    const { appCert, alipayCert = '', alipayRootCert = '' } = this.#account.settings
    this.#sdk ??= await this.#open(
      keyOfAlipay(this.#account.settings),
      appCert
        ? {
            appCertContent: appCert,
            alipayPublicCertContent: alipayCert,
            alipayRootCertContent: alipayRootCert,
          }
        : null,
    )
    return this.#sdk
  }

  /** @param certificates instead of the key, if the application has them */
  async #open(publicKey: KeyObject | null, certificates: object | null): Promise<AlipaySdk | null> {
    const { settings, secrets } = this.#account
    const privateKey = readPrivateKey(secrets.privateKey ?? '')
    if (!privateKey || !publicKey) return null
    const { AlipaySdk } = await import('alipay-sdk')
    try {
      return new AlipaySdk({
        appId: settings.appId ?? '',
        gateway: settings.gateway || standardGateway,
        signType: 'RSA2',
        keyType: 'PKCS1',
        privateKey: privateKey.export({ type: 'pkcs1', format: 'pem' }) as string,
        camelcase: false,
        ...(certificates ?? { alipayPublicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string }),
      })
    } catch {
      return null
    }
  }

  /** What verifies answers and notices: Alipay's key, then previous ones. Empty if the keys cannot be used. */
  async verifiers(): Promise<Verifier[]> {
    const sdk = await this.sdk()
    if (!sdk) return []
    const verifiers: Verifier[] = [{ ids: [], sdk }]
    for (const attempt of attemptsOf(this.#account).slice(1)) {
      const previous = await this.#open(keyOfAlipay(accountWith(this.#account, attempt).settings), null)
      if (previous) verifiers.push({ ids: attempt.ids, sdk: previous })
    }
    return verifiers
  }

  /** Notes that Alipay still uses previous keys. */
  async note({ ids }: Pick<Verifier, 'ids'>): Promise<void> {
    await this.#services.notePrevious?.(ids)
  }

  /** What every call has: the library would write the time of this machine's zone. */
  common(): { timestamp: string } {
    return { timestamp: chinaTime(this.#services.now()) }
  }

  /**
   * Asks for a method, such as `alipay.trade.query`. Only what the signature covers is read: not the whole answer, whose other parts
   * somebody could have added.
   * @param bizContent in Alipay's own names
   */
  async call(
    method: string,
    bizContent: object,
    { notifyUrl }: { notifyUrl?: string } = {},
  ): Promise<AlipayAnswer> {
    const sdk = await this.sdk()
    if (!sdk) return { ...unknown('keys'), notSent: true }
    const signed = sdk.sdkExecute(method, {
      ...this.common(),
      ...(notifyUrl ? { notifyUrl } : {}),
      bizContent,
    })
    const answer = await ask(this.#account, this.#services, {
      address: this.#account.settings.gateway || standardGateway,
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded;charset=utf-8',
        accept: 'application/json',
      },
      body: signed,
    })
    if ('outcome' in answer) return answer
    if (answer.status !== 200) return unknown('status')
    const name = `${method.replaceAll('.', '_')}_response`
    let first: ProviderUnknown | undefined
    for (const verifier of await this.verifiers()) {
      const read = verified(verifier.sdk, answer.body, name)
      if ('signed' in read) {
        await this.note(verifier)
        return this.#judged(read.signed)
      }
      first ??= read
    }
    return this.#without(first ?? unknown('keys'), answer.body)
  }

  #judged(value: AlipayRead): AlipayAnswer {
    const code = String(value.code ?? '')
    const subCode = String(value.sub_code ?? '')
    if (code === '10000') return { outcome: 'read', value }
    const message = said(value.sub_msg ?? value.msg, hiddenIn(this.#account))
    if (code === '' || isOpenEnd(code, subCode)) return unknown('says', message)
    return { outcome: 'refused', code: codeSaid(subCode || code), message }
  }

  /** An unsigned answer is not believed, but what it says helps whoever tries the keys. */
  #without(read: ProviderUnknown, body: string): ProviderUnknown {
    const inner = Object.values(objectOf(body) ?? {}).find((each) => typeof each === 'object') as
      | AlipayRead
      | undefined
    // The text of this error repeats what was signed.
    const isEcho = inner?.sub_code === 'isv.invalid-signature'
    return {
      ...read,
      ...unknown(read.why, said(isEcho ? inner?.sub_code : inner?.sub_msg, hiddenIn(this.#account))),
    }
  }
}

/** The signed part of an answer, read from exactly the characters that were verified. */
function verified(sdk: AlipaySdk, body: string, name: string): { signed: AlipayRead } | ProviderUnknown {
  const whole = objectOf(body)
  if (!whole) return unknown('form')
  const key = name in whole ? name : 'error_response'
  const { sign } = whole
  if (!(key in whole)) return unknown('form')
  if (typeof sign !== 'string' || sign === '') return unknown('signature')
  try {
    sdk.checkResponseSign(body, key, sign, '')
    const signed = objectOf(sdk.getSignStr(body, key))
    return signed ? { signed } : unknown('form')
  } catch {
    // The error of the library holds what was signed, and is dropped.
    return unknown('signature')
  }
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
