import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChannelKey } from '#demo/traffic/keys'
import { createSender, sign } from '#demo/traffic/sender'

/** Sends one visit to an instance. @returns the code of the answer; `none` if there was none */
export async function visitAt(url: string, channel: ChannelKey): Promise<string> {
  const sender = createSender([url])
  try {
    const visit = {
      visitorId: `failover-${randomUUID()}`,
      page: '/',
      at: new Date().toISOString(),
      ip: '203.0.113.7',
      userAgent: 'test',
    }
    const asked = {
      method: 'POST' as const,
      path: '/visit',
      body: { visits: [visit] },
      idempotencyKey: randomUUID(),
    }
    const { text } = await sender.send(sign(channel, asked))
    return (JSON.parse(text) as { code: string }).code
  } catch {
    return 'none'
  } finally {
    sender.close()
  }
}

/** What takes longer does not come any more, in milliseconds. */
const longestMs = 45_000

/** Until every instance gives this answer. @returns how long after the given instant the last one did, in milliseconds */
export async function untilAllAnswer(
  urls: readonly string[],
  channel: ChannelKey,
  code: string,
  since: number,
): Promise<number> {
  await Promise.all(urls.map((url) => untilAnswer(url, channel, code)))
  return performance.now() - since
}

async function untilAnswer(url: string, channel: ChannelKey, code: string): Promise<void> {
  for (const end = performance.now() + longestMs; ; await sleep(100)) {
    const answer = await visitAt(url, channel)
    if (answer === code) return
    if (performance.now() > end) throw new Error(`${url} still answers ${answer}`)
  }
}

/** Calls the instances in turn, and asks another one where one cannot be reached. */
export function startPatientCaller(urls: readonly string[], channel: ChannelKey) {
  const answers = new Map<string, number>()
  let isOver = false
  const one = async (turn: number) => {
    for (let tried = 0; tried < urls.length; tried++) {
      const code = await visitAt(urls[(turn + tried) % urls.length] as string, channel)
      if (code !== 'none') return code
    }
    return 'none'
  }
  const calling = (async () => {
    for (let turn = 0; !isOver; turn++) {
      const code = await one(turn)
      answers.set(code, (answers.get(code) ?? 0) + 1)
      await sleep(40)
    }
  })()
  return {
    /** @returns how many calls ended with which code */
    async stop(): Promise<ReadonlyMap<string, number>> {
      isOver = true
      await calling
      return answers
    },
  }
}
