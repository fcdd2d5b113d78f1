import type { TrafficKeys } from './keys.ts'
import { createPlayer } from './player.ts'
import { createSender } from './sender.ts'
import { Tally } from './tally.ts'

/** How often something happens in the embedded demo, in milliseconds: a few events a minute. */
const standardPauseMs = 8_000

interface LiveOptions {
  /** The address of this service itself. */
  url: string
  /** A host name that it answers. */
  host?: string | undefined
  keys: TrafficKeys
  pauseMs?: number
  log: { warn(details: object, message: string): void }
}

/**
 * Plays a few made-up events a minute through the real entrance of the embedded demo, signed like those of a channel.
 * @returns a function that ends it and waits for the event under way
 */
export function startLiveTraffic({ url, host, keys, pauseMs = standardPauseMs, log }: LiveOptions) {
  const sender = createSender([url], host === undefined ? {} : { host })
  // Every start plays other people, because a phone can be registered once only.
  const seed = Math.floor(Date.now() / 1_000) % 1_000_000_000
  let tally = new Tally()
  let player = newPlayer()
  let isOver = false
  let nth = 0
  let playing: Promise<void> = Promise.resolve()

  function newPlayer() {
    tally = new Tally()
    return createPlayer({
      sender,
      keys,
      seed,
      tally,
      visitorPrefix: `demo-${seed.toString(36)}-`,
      patienceMs: 10_000,
      isOver: () => isOver,
    })
  }

  const timer = setInterval(() => {
    playing = playing.then(next).then(report)
  }, pauseMs)

  async function next() {
    if (!isOver) await player.play(nth++)
  }

  function report() {
    if (isOver) return
    if (tally.faults.length > 0) log.warn({ faults: tally.faults }, 'made-up traffic was answered wrongly')
    // A demo may run for weeks.
    if (tally.faults.length > 0 || tally.users.size > 1_000) player = newPlayer()
  }

  return async () => {
    isOver = true
    clearInterval(timer)
    // The service may store what it was sent even if the sender goes, so the sender stays until the answer.
    await playing
    sender.close()
  }
}
