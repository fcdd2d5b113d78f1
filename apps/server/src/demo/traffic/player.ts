import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { codes, type Endpoint } from '@kabao/contract'
import { orderCalls } from '@kabao/contract/intake/order'
import { userCalls } from '@kabao/contract/intake/user'
import { visitCalls } from '@kabao/contract/intake/visit'
import { commonWords } from '@kabao/contract/kernel/common.words'
import { phoneHash } from '#partners'
import { eventAt, phoneOf, registrationOf, visitsOf } from './events.ts'
import type { ChannelKey, TrafficKeys } from './keys.ts'
import { type Reply, type Sender, type Signed, sign } from './sender.ts'
import type { Tally } from './tally.ts'

interface PlayerOptions {
  sender: Sender
  keys: TrafficKeys
  seed: number
  /** The beginning of the number of every visitor of this run. */
  visitorPrefix: string
  /** How long a call is repeated that gets no answer, in milliseconds. */
  patienceMs: number
  tally: Tally
  /** Whether the run is given up, so that no call is sent again. */
  isOver?: () => boolean
}

/** A call that was answered and whose answer is stored, so that it may be repeated. */
interface Answered {
  channel: ChannelKey
  call: Call
  text: string
}

interface Call {
  endpoint: Endpoint
  method: 'POST' | 'PUT'
  path: string
  body: unknown
  idempotencyKey: string | null
}

interface Bought {
  nth: number
  userId: string
  productId: string
}

interface Answer {
  code: string
  desc: string
  // biome-ignore lint/suspicious/noExplicitAny: the schema of the endpoint has checked it
  data: any
  text: string
  signed: Signed
}

/** How many answered calls are remembered for repeats. */
const remembered = 200
const capReached = commonWords.tree.dailyCapReached[1].split('{{')[0] as string

/**
 * Plays channels through the real entrance: each event is signed, sent and checked. A call without an answer is sent again under the
 * same idempotency key, so that in the end it counts once.
 */
export function createPlayer(options: PlayerOptions) {
  const { sender, keys, seed, visitorPrefix, patienceMs, tally, isOver = () => false } = options
  const answered: Answered[] = []

  /** Plays an event. It never throws: what is wrong is in the tally. */
  async function play(nth: number): Promise<void> {
    const { kind, channel, random } = eventAt(seed, nth, keys.channels)
    const visitorId = `${visitorPrefix}${nth}`
    try {
      if (kind === 'check' && keys.checkKey !== null)
        return await check(channel, phoneOf(seed, nth - random.below(Math.min(nth, 400) + 1)))
      if (kind === 'register' || kind === 'registerThenProfile')
        return await register(channel, nth, visitorId, kind === 'register')
      const buyer = kind === 'order' && keys.products.length > 0 && tally.someUser(channel.channelId, random)
      if (buyer) return await order(channel, { nth, userId: buyer, productId: random.pick(keys.products) })
      const before = answered.length > 0 && random.pick(answered)
      if (kind === 'repeat' && before) return await repeat(before)
      const visits = visitsOf(random, visitorId, Date.now())
      const call = { ...post(visitCalls.visit, '/visit', { visits }), idempotencyKey: randomUUID() }
      const answer = await ask(channel, call)
      if (answer.code !== codes.success) return tally.wrong(`visits were answered ${answer.code}`)
      if (answer.data.counted !== visits.length) tally.wrong('another number of visits was counted')
      tally.visits += visits.length
      remember({ channel, call, text: answer.text })
      if (kind === 'replay') await replay(answer.signed)
    } catch (error) {
      tally.unanswered(String((error as Error).message))
    }
  }

  async function register(channel: ChannelKey, nth: number, visitorId: string, isWhole: boolean) {
    const { body, profile } = registrationOf(seed, nth, visitorId)
    const sent = isWhole ? { ...body, ...profile } : body
    const call = { ...post(userCalls.user, '/user', sent), idempotencyKey: randomUUID() }
    const answer = await ask(channel, call)
    tally.asked.add(phoneOf(seed, nth))
    if (answer.code === codes.success) {
      const { id, isNew } = answer.data as { id: string; isNew: boolean }
      tally.registered(id, { phone: phoneOf(seed, nth), channelId: channel.channelId, isNew })
      remember({ channel, call, text: answer.text })
      if (!isWhole) await complete(channel, id, profile)
    } else if (answer.code === codes.forbidden) tally.refused.blacklisted++
    else if (answer.code === codes.tooManyRequests) tally.refused.capReached++
    else if (answer.code === codes.conflict) tally.refused.otherChannels++
    else tally.wrong(`a registration was answered ${answer.code}`)
  }

  async function complete(channel: ChannelKey, userId: string, profile: object) {
    const path = `/user/${userId}/profile`
    const call = {
      ...post(userCalls.profile, path, profile),
      method: 'PUT' as const,
    }
    const answer = await ask(channel, call)
    if (answer.code !== codes.success || answer.data.missing.length > 0)
      return tally.wrong(`a profile was answered ${answer.code}`)
    tally.profiles++
  }

  /** The sandbox pays by itself, or the order is closed. */
  async function order(channel: ChannelKey, { nth, userId, productId }: Bought) {
    const body = { orderNo: `T-${visitorPrefix}${nth}`, userId, productId, ip: '203.0.113.7' }
    const call = { ...post(orderCalls.order, '/order', body), idempotencyKey: randomUUID() }
    const answer = await ask(channel, call)
    if (answer.code === codes.conflict) return void tally.refused.notSold++
    if (answer.code !== codes.success) return tally.wrong(`an order was answered ${answer.code}`)
    tally.orders.add(answer.data.orderNo)
  }

  /** Who was registered by an answered call before is the channel's own, or another one's. */
  async function check(channel: ChannelKey, phone: string) {
    const owner = tally.ownerOf(phone)
    const hash = phoneHash(keys.checkKey as string, phone).toString('hex')
    const answer = await ask(channel, post(userCalls.check, '/check', { phoneHash: hash }))
    if (answer.code === codes.tooManyRequests) return void tally.refused.capReached++
    if (answer.code !== codes.success) return tally.wrong(`a check was answered ${answer.code}`)
    tally.checks++
    const expected = owner === undefined ? null : owner === channel.channelId ? 'yours' : 'taken'
    if (expected !== null && answer.data.result !== expected)
      tally.wrong(`a check of a registered phone was answered ${answer.data.result}, not ${expected}`)
  }

  async function repeat({ channel, call, text }: Answered) {
    const answer = await ask(channel, call)
    tally.repeats++
    if (answer.text !== text) tally.wrong('a repeated call was answered with other bytes')
  }

  /** The same request again, with the same nonce. */
  async function replay(signed: Signed) {
    const { code } = await untilAnswered(signed, () => signed, visitCalls.visit)
    tally.replays++
    if (code !== codes.sessionExpired) tally.wrong(`a replay was answered ${code}`)
  }

  const ask = (channel: ChannelKey, call: Call): Promise<Answer> => {
    const again = () => sign(channel, call)
    return untilAnswered(again(), again, call.endpoint)
  }

  /** @throws Error if there is no answer for too long */
  async function untilAnswered(first: Signed, again: () => Signed, endpoint: Endpoint): Promise<Answer> {
    const end = performance.now() + patienceMs
    for (let signed = first, tried = 0; ; signed = again(), tried++) {
      const began = performance.now()
      const reply = await sender.send(signed).catch((error: Error) => error)
      const answer = reply instanceof Error ? null : read(reply, endpoint)
      if (answer && !isBusy(answer)) {
        tally.took(performance.now() - began)
        return { ...answer, signed }
      }
      tally.again(reply instanceof Error ? 'no answer' : `${reply.status}`)
      if (performance.now() > end || isOver()) throw new Error('a call has no answer')
      await sleep(Math.min(100 * 2 ** tried, 1_000))
    }
  }

  /** @returns null for a failure of the service, which is asked again */
  function read({ status, text }: Reply, endpoint: Endpoint): Omit<Answer, 'signed'> | null {
    if (status >= 500) return null
    const envelope = parsed(text)
    const code = typeof envelope?.code === 'string' ? envelope.code : ''
    const desc = typeof envelope?.desc === 'string' ? envelope.desc : ''
    const isSuccess = code === codes.success
    if (!envelope || code === '' || desc === '' || !('data' in envelope))
      tally.wrong(`an answer has no envelope (status ${status})`)
    if (isSuccess === (envelope?.status === 'fail'))
      tally.wrong(`code ${code} came with the status of the other`)
    if (status !== 200) tally.wrong(`an answer has the HTTP status ${status}`)
    if (isSuccess && !endpoint.answer.safeParse(envelope?.data).success)
      tally.wrong(`an answer of ${endpoint.name} has another form`)
    tally.codes.set(code, (tally.codes.get(code) ?? 0) + 1)
    return { code, desc, data: envelope?.data, text }
  }

  function remember(one: Answered) {
    if (answered.length >= remembered) answered.shift()
    answered.push(one)
  }

  return { play }
}

const post = (endpoint: Endpoint, path: string, body: unknown) => ({
  endpoint,
  method: 'POST' as const,
  path,
  body,
  idempotencyKey: null,
})

/** Whether the same call may be answered otherwise soon: too many calls in this second, or the first one is still under way. */
const isBusy = ({ code, desc }: { code: string; desc: string }): boolean =>
  (code === codes.tooManyRequests && !desc.startsWith(capReached)) ||
  (code === codes.conflict && desc === commonWords.tree.sameKeyUnderWay[1])

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
