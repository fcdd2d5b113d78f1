import { hash, randomUUID } from 'node:crypto'
import { codes, wordExactIssue } from '@kabao/contract'
import { intakePrefix, type OpenCall } from '@kabao/contract/intake/kernel'
import {
  openBodyBytes,
  type SignatureFault,
  signatureFaultWords,
  signatureHeaders,
} from '@kabao/contract/partners/signature'
import type { FastifyRequest } from 'fastify'
import { recordUse, usedEverySeconds, verifySignature } from '#partners'
import { CallerGone, Overloaded } from '#platform/base/overload'
import { Problem } from '#platform/base/problem'
import type { Batcher } from '#platform/batcher'
import type { Db } from '#platform/db/client'
import { isDatabaseBusy } from '#platform/db/passing'
import { addressOf } from '#platform/http/address'
import type { Entrance, RunCall } from '#platform/http/entrance'
import { succeeded } from '#platform/http/envelope'
import { idempotencyKeyOf } from '#platform/http/kept-answers'
import type { Meters } from '#platform/metrics/meters'
import { withPartitions } from '#platform/partitions/missing'
import type { Answered, Sealed } from './answered.ts'
import type { CallRate } from './call-rate.ts'
import type { Partner, Partners } from './caller.ts'
import { ClaimLost, type Entered, type Entry, giveBack, storeAnswers } from './entry.ts'

/** The caller that a request names. A request of a browser or a payment provider names none. */
export interface NamedCaller {
  partner: Partner
  /** The body as it was sent; empty until it was read. */
  rawBody: Buffer
  /** What was wrong with its signature. */
  fault: SignatureFault | null
}

/** A caller whose signature was verified. */
export interface VerifiedCaller extends NamedCaller {
  entry: Entry
  /** Answered with the stored answer of an earlier request. */
  isRepeat: boolean
  /** Whether the connection of the request was closed, so that nobody waits for the answer. */
  isGone(): boolean
  /** What is done in a transaction of its own after the commit, since a notification must not be in a transaction of the intake. */
  afterCommit: ((write: Db) => Promise<void>)[]
}

export interface EntranceServices {
  db: Db
  partners: Partners
  callRate: CallRate
  /** The calls per second of a key whose owner has no limit of its own. */
  standardRate(): number
  /** Counts requests without a valid signature, by address. @throws Problem 4290 */
  countUnsigned(ip: string): Promise<void>
  /** Uses up nonces and claims idempotency keys, for calls that are not gathered. */
  entries: Batcher<Entry, Entered>
  sealed: Sealed
  meters: Pick<Meters, 'shed'>
  log: { warn(details: object, message: string): void }
}

const keyHeaders = { channel: signatureHeaders.channel, org: signatureHeaders.org } as const

/** The entrance of channels and organizations, who sign their requests. */
export function intakeEntrance(services: EntranceServices): Entrance<VerifiedCaller, NamedCaller> {
  const { partners, callRate, standardRate, countUnsigned } = services
  const noteUse = usesOf(services)
  return {
    prefix: intakePrefix,

    async findCaller(request) {
      if (request.routeOptions.config.endpoint?.access === 'anyone') return null
      const partner = await partnerOf(request, partners)
      // An unknown key costs a look-up in the database.
      if (!partner) await countUnsigned(addressOf(request))
      return partner && { partner, rawBody: Buffer.alloc(0), fault: null }
    },

    admit(endpoint, caller) {
      if (endpoint.access !== 'anyone' && !caller) throw new SignatureRefusal('key')
    },

    async verify(request, caller, rawBody) {
      if (!caller) return null
      const { partner } = caller
      caller.rawBody = rawBody
      const now = Date.now()
      const secrets = partner.key.secrets.filter(
        ({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now,
      )
      const target = request.originalUrl
      const verified = verifySignature(
        {
          method: request.method,
          target,
          timestamp: headerOf(request, signatureHeaders.timestamp),
          nonce: headerOf(request, signatureHeaders.nonce),
          signature: headerOf(request, signatureHeaders.signature),
          body: rawBody,
        },
        secrets,
        now,
      )
      if ('fault' in verified) {
        await countUnsigned(addressOf(request))
        throw new SignatureRefusal(verified.fault)
      }
      // From here on the request is known to come from the partner, so a refusal may say more.
      const endpoint = request.routeOptions.config.endpoint as OpenCall
      if (endpoint.caller !== partner.kind) throw new Problem(codes.forbidden, 'otherCaller')
      if (!partner.isEnabled) throw new Problem(codes.forbidden, 'callerDisabled')
      if (!partner.ips.has(addressOf(request))) throw new Problem(codes.forbidden, 'ipNotListed')
      await callRate(partner.key.id, partner.callsPerSecond ?? standardRate())
      noteUse(verified.secret.id)
      const entry = {
        keyId: partner.key.id,
        nonce: headerOf(request, signatureHeaders.nonce),
        at: Number(headerOf(request, signatureHeaders.timestamp)),
        claim: claimOf(request, endpoint, rawBody),
      }
      const { socket } = request.raw
      return { ...caller, entry, isRepeat: false, isGone: () => socket.destroyed, afterCommit: [] }
    },

    wording: wordExactIssue,
    bodyLimitOf: () => openBodyBytes,
    countOpen: (request) => countUnsigned(addressOf(request)),
    around: () => (_asked, act) => act(),
    run: (call) =>
      run(services, call).catch((error: unknown) => {
        if (!isDatabaseBusy(error)) throw error
        services.meters.shed('calls', 'busy')
        throw new Overloaded()
      }),
    audit: async () => undefined,
    async keepRefusal({ caller, problem }) {
      if (problem instanceof SignatureRefusal) caller.fault = problem.fault
    },
  }
}

/** The partner whose key a request names; null if it names none, or several. */
async function partnerOf(request: FastifyRequest, partners: Partners): Promise<Partner | null> {
  const given = (['channel', 'org'] as const).filter(
    (kind) => request.headers[keyHeaders[kind]] !== undefined,
  )
  const [kind] = given
  if (!kind || given.length > 1) return null
  const partner = await partners.find(headerOf(request, keyHeaders[kind]))
  return partner?.kind === kind ? partner : null
}

/** The value of a header that may occur once; empty if it is missing or occurs several times. */
export const headerOf = ({ headers }: FastifyRequest, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

/** A request that is not authenticated. It says what is wrong first, and nothing more. */
class SignatureRefusal extends Problem {
  readonly fault: SignatureFault

  constructor(fault: SignatureFault) {
    super(codes.sessionExpired, 'signatureRefused', { texts: { fault: signatureFaultWords[fault] } })
    this.fault = fault
  }
}

/** @throws Problem if the header has another form */
function claimOf(request: FastifyRequest, endpoint: OpenCall, rawBody: Buffer): Entry['claim'] {
  const key = endpoint.keyed ? idempotencyKeyOf(request) : null
  if (key === null) return null
  const named = Buffer.from(`${request.method} ${request.originalUrl}\n`)
  const requestHash = hash('sha256', Buffer.concat([named, rawBody]), 'buffer')
  return { key, requestHash, id: randomUUID() }
}

/** Notes the last use of each secret, at most once a minute on this instance, after the request. */
function usesOf({ db, log }: EntranceServices): (secretId: string) => void {
  const notedAt = new Map<string, number>()
  return (secretId) => {
    const now = performance.now()
    if (now - (notedAt.get(secretId) ?? Number.NEGATIVE_INFINITY) < usedEverySeconds * 1_000) return
    if (notedAt.size > 20_000) notedAt.clear()
    notedAt.set(secretId, now)
    recordUse(db, secretId).catch((error) =>
      log.warn({ err: error }, 'the use of a secret could not be noted'),
    )
  }
}

async function run(services: EntranceServices, call: RunCall<VerifiedCaller>): Promise<string> {
  const { endpoint, caller, language, act } = call
  const { db, entries, sealed, log } = services
  const text = (answer: unknown) => JSON.stringify(succeeded(endpoint.answer.parse(answer), language))
  // A report of a browser is stored together with others, on connections of its own.
  if (!caller) return text(await act(db))
  const { entry, isGone } = caller
  const { runs, example } = endpoint as OpenCall
  if (caller.partner.key.isSandbox) {
    const answered = answeredIn(await entries.add(entry, isGone), sealed)
    if (answered !== null) return repeated(caller, answered)
    const shown = text(example.answer)
    await storeAnswers(db, [{ entry, answerSealed: sealed.seal(shown) }])
    return shown
  }
  if (runs === 'batched') {
    const answered = (await act(db)) as Answered
    return answered.isRepeat ? repeated(caller, answered.text) : answered.text
  }
  const stored = answeredIn(await entries.add(entry, isGone), sealed)
  if (stored !== null) return repeated(caller, stored)
  if (endpoint.kind === 'read') return text(await act(db))
  try {
    if (runs === 'calls') {
      const done = text(await act(db))
      await storeAnswers(db, [{ entry, answerSealed: sealed.seal(done) }])
      return done
    }
    const answer = await withPartitions(db, () =>
      db.transaction().execute(async (write) => {
        // It may have waited for the connection.
        if (isGone()) throw new CallerGone()
        caller.afterCommit.length = 0
        const done = text(await act(write))
        await storeAnswers(write, [{ entry, answerSealed: sealed.seal(done) }])
        return done
      }),
    )
    for (const act of caller.afterCommit)
      await db
        .transaction()
        .execute(act)
        .catch((error) => log.warn({ err: error }, 'what follows a call could not be done'))
    return answer
  } catch (error) {
    if (error instanceof ClaimLost) throw new Problem(codes.conflict, 'sameKeyUnderWay')
    const given = giveBack(db, [entry]).catch(() => undefined)
    // A database that is busy would keep the caller waiting once more.
    if (!isDatabaseBusy(error)) await given
    throw error
  }
}

function repeated(caller: VerifiedCaller, text: string): string {
  caller.isRepeat = true
  return text
}

/** @returns the text of the stored answer; null if the request may be handled @throws Problem */
export function answeredIn(entered: Entered, sealed: Sealed): string | null {
  const problem = refusalOf(entered)
  if (problem) throw problem
  return entered.result === 'answered' ? sealed.open(entered.answerSealed) : null
}

export function refusalOf({ result }: Entered): Problem | null {
  switch (result) {
    case 'replayed':
      return new SignatureRefusal('nonce')
    case 'underWay':
      return new Problem(codes.conflict, 'sameKeyUnderWay')
    case 'otherRequest':
      return new Problem(codes.invalid, 'sameKeyOtherRequest')
    default:
      return null
  }
}
