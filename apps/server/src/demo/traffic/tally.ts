import type { Random } from '../random.ts'

/** How many different faults and answers are kept in words. */
const kept = 20
/** How many durations are kept; of more, every second one is dropped. */
const mostDurations = 200_000

interface Registered {
  phone: string
  channelId: string
  isNew: boolean
}

/** What the traffic sent, and what it was answered. */
export class Tally {
  /** Counted visits, not calls. */
  visits = 0
  checks = 0
  profiles = 0
  repeats = 0
  replays = 0
  readonly refused = { blacklisted: 0, capReached: 0, otherChannels: 0, notSold: 0 }
  /** The numbers of the answered orders. */
  readonly orders = new Set<string>()
  /** Answers by their code. */
  readonly codes = new Map<string, number>()
  /** Calls that were sent again, by the reason. */
  readonly retries = new Map<string, number>()
  /** Calls that were never answered. */
  readonly lost = new Map<string, number>()
  /** The registered users by id. */
  readonly users = new Map<string, Registered>()
  /** The phones of all registrations that were answered, also of the refused ones. */
  readonly asked = new Set<string>()
  readonly #wrong = new Map<string, number>()
  readonly #owners = new Map<string, string>()
  #durations: number[] = []

  registered(id: string, one: Registered): void {
    const { isNew } = this.users.get(id) ?? one
    this.users.set(id, { ...one, isNew })
    this.#owners.set(one.phone, one.channelId)
  }

  /** A user of a channel who was registered before; null without one. */
  someUser(channelId: string, random: Random): string | null {
    const ids = [...this.users].flatMap(([id, user]) => (user.channelId === channelId ? [id] : []))
    return ids.length > 0 ? random.pick(ids) : null
  }

  ownerOf(phone: string): string | undefined {
    return this.#owners.get(phone)
  }

  /** @param fault never holds personal data */
  wrong(fault: string): void {
    if (this.#wrong.size < kept || this.#wrong.has(fault)) count(this.#wrong, fault)
  }

  again(reason: string): void {
    count(this.retries, reason)
  }

  unanswered(reason: string): void {
    count(this.lost, reason)
  }

  took(ms: number): void {
    this.#durations.push(ms)
    if (this.#durations.length > mostDurations)
      this.#durations = this.#durations.filter((_, index) => index % 2)
  }

  /** What was answered wrongly, with how often. */
  get faults(): string[] {
    return [...this.#wrong, ...this.lost].map(([fault, times]) => `${fault} (${times} ×)`)
  }

  /** The duration below which this share of the answers stayed, in milliseconds; 0 without answers. */
  quantile(share: number): number {
    const sorted = this.#durations.toSorted((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  }
}

const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
