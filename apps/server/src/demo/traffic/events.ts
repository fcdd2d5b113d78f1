import { type Person, person } from '../people.ts'
import { type Random, randomFor } from '../random.ts'
import type { ChannelKey } from './keys.ts'

/** What a channel does: reports visits, asks about a phone, registers somebody with or without the whole profile, orders for a user. */
export type EventKind = 'visit' | 'check' | 'register' | 'registerThenProfile' | 'repeat' | 'replay' | 'order'

/** How many of a hundred events are of each kind. */
const shares: readonly (readonly [EventKind, number])[] = [
  ['visit', 44],
  ['check', 10],
  ['register', 24],
  ['registerThenProfile', 6],
  ['repeat', 5],
  ['replay', 3],
  ['order', 8],
]

/** So many of a hundred events are those of channels of the full flow, whose users go through the pipeline at once. */
const fullFlowShare = 70

const pages = ['/card/gold', '/card/travel', '/coupon/coffee', '/package/new', '/package/family', '/']
const userAgents = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  'Mozilla/5.0 (Linux; Android 15; 24031PN0DC) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 14; HarmonyOS) AppleWebKit/537.36 Chrome/114.0 Mobile Safari/537.36',
]

/** One event of the traffic. Seed and number give it, so that a run can be repeated. */
export interface MadeEvent {
  kind: EventKind
  channel: ChannelKey
  random: Random
}

export function eventAt(seed: number, nth: number, channels: readonly ChannelKey[]): MadeEvent {
  const random = randomFor(seed, nth)
  const kind = kindOf(random.below(100))
  const full = channels.filter(({ flow }) => flow === 'full')
  const among = full.length > 0 && random.below(100) < fullFlowShare ? full : channels
  return { kind, channel: random.pick(among), random }
}

/** @param drawn from 0 to 99 */
function kindOf(drawn: number): EventKind {
  let sum = 0
  for (const [kind, share] of shares) {
    sum += share
    if (drawn < sum) return kind
  }
  return 'visit'
}

/** The phone of the person of an event: no person of the demo data has one that begins like this. */
export function phoneOf(seed: number, nth: number): string {
  const start = (Math.imul(seed, 0x9e3779b1) >>> 0) % 100_000_000
  return `199${String((start + nth) % 100_000_000).padStart(8, '0')}`
}

/** How far the people of the traffic are from those of the demo data, whose seeds are small. */
const farSeed = 1_000_003

export interface Registration {
  body: Record<string, unknown>
  profile: Record<string, unknown>
}

/** The person of an event, with a complete profile apart from what a registration has anyway. */
export function registrationOf(seed: number, nth: number, visitorId: string): Registration {
  const { made, profile } = profiledPerson(seed, nth)
  const { name, idNumber, gender, birthday, cityCode, ip } = made
  return {
    body: {
      phone: phoneOf(seed, nth),
      cityCode,
      visitorId,
      ip,
      userAgent: userAgents[nth % userAgents.length],
      device: `traffic-${seed}-${nth.toString(36)}`,
    },
    profile: { name, idNumber, gender, birthday, ...profile },
  }
}

function profiledPerson(seed: number, nth: number) {
  for (let row = nth * 64; ; row++) {
    const made: Person = person(row, { seed: seed + farSeed, size: 1_000_000_000, until: Date.now() })
    if (made.profile && made.idNumber && made.birthday) return { made, profile: made.profile }
  }
}

/** The visits that an event reports: one browser that looks at some pages. */
export function visitsOf(random: Random, visitorId: string, now: number) {
  const userAgent = random.pick(userAgents)
  const ip = `${random.pick([112, 117, 120, 183])}.${random.below(256)}.${random.below(256)}.${1 + random.below(254)}`
  return Array.from({ length: 1 + random.below(4) }, (_, nth) => ({
    visitorId,
    page: random.pick(pages),
    ip,
    userAgent,
    at: new Date(now - 1_000 * (1 + nth * (1 + random.below(20)))).toISOString(),
  }))
}
