import type { KeyObject } from 'node:crypto'
import { isValidAt, readCertificate } from '../../keys.ts'

const never = { askedAt: Number.NEGATIVE_INFINITY, failedAt: Number.NEGATIVE_INFINITY }

/** The keys of WeChat Pay by their serial numbers, with the last moment at which each is valid. */
type Keys = ReadonlyMap<string, { key: KeyObject; validTo: Date }>

interface Known {
  keys: Keys
  askedAt: number
  failedAt: number
  context: Promise<Keys | null> | null
}

/** Certificates are asked for again after this time, as WeChat Pay advises, in milliseconds. */
const freshMs = 12 * 3_600_000
/** Unknown serial numbers, which anybody can send, make us ask no more often, in milliseconds. */
const pauseMs = 60_000
/** After a failure we ask no more often, in milliseconds. */
const failurePauseMs = 5_000
/** The most collection channels whose keys are kept. */
const mostKnown = 200

/**
 * The certificates of WeChat Pay, per collection channel, in the memory of this instance. It changes them from time to time: the new one is
 * in the list for days before it is used, and the old one stays until nothing is signed with it.
 */
export class PlatformKeys {
  readonly #known = new Map<string, Known>()

  /**
   * @param account distinguishes collection channels
   * @param fetch asks for all certificates; null if that fails
   * @returns the key; `unknown` if there is none of this number; `unreachable` if the list could not be read
   */
  async find(
    account: string,
    serial: string,
    now: Date,
    fetch: () => Promise<Keys | null>,
  ): Promise<KeyObject | 'unknown' | 'unreachable'> {
    const known = this.#of(account)
    const at = now.getTime()
    const isOld = at - known.askedAt > freshMs
    if (!isOld && known.keys.has(serial)) return this.#valid(known, serial, now)
    if (at - known.askedAt > pauseMs) {
      if (at - known.failedAt > failurePauseMs) known.context ??= this.#ask(known, at, fetch)
      const keys = await known.context
      if (!keys && !known.keys.has(serial)) return 'unreachable'
    }
    return this.#valid(known, serial, now)
  }

  async #ask(known: Known, at: number, fetch: () => Promise<Keys | null>): Promise<Keys | null> {
    try {
      const keys = await fetch()
      Object.assign(known, keys ? { keys, askedAt: at } : { failedAt: at })
      return keys
    } finally {
      known.context = null
    }
  }

  #valid({ keys }: Known, serial: string, now: Date): KeyObject | 'unknown' {
    const found = keys.get(serial)
    return found && now <= found.validTo ? found.key : 'unknown'
  }

  #of(account: string): Known {
    const known = this.#known.get(account)
    if (known) return known
    const [oldest] = this.#known.keys()
    if (this.#known.size >= mostKnown && oldest !== undefined) this.#known.delete(oldest)
    const made: Known = { keys: new Map(), ...never, context: null }
    this.#known.set(account, made)
    return made
  }
}

/** The keys of certificates in PEM that are valid now. */
export function keysOf(certificates: readonly string[], now: Date): Keys {
  const read = certificates.flatMap((pem) => readCertificate(pem) ?? [])
  return new Map(
    read
      .filter((certificate) => isValidAt(certificate, now))
      .map((each) => [each.serialNumber, { key: each.publicKey, validTo: new Date(each.validTo) }]),
  )
}
