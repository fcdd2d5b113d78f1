import { setTimeout as sleep } from 'node:timers/promises'
import { source } from '../lib/open-world.mjs'

/** Plays two events of channels a second, and looks at a list of the console each second, whatever is answered. */
export async function play(urls, { keys, checkKey, products }, look) {
  const [{ createSender }, { createPlayer }, { Tally }] = await Promise.all(
    ['sender', 'player', 'tally'].map((name) => source(`demo/traffic/${name}.ts`)),
  )
  const sender = createSender(urls)
  const player = createPlayer({
    sender,
    seed: Date.now() % 100_000,
    visitorPrefix: `alerts-${Date.now()}-`,
    patienceMs: 1_000,
    tally: new Tally(),
    keys: { channels: keys, checkKey, partner: null, orgs: [], products },
  })
  let isOver = false
  const playing = (async () => {
    for (let nth = 0; !isOver; nth++) {
      void player.play(nth)
      if (nth % 2 === 0) void look('/user/page')
      await sleep(500)
    }
  })()
  return {
    async stop() {
      isOver = true
      await playing
      sender.close()
    },
  }
}
