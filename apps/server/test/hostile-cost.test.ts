import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '@kabao/contract'
import { beforeAll, expect, test, vi } from 'vitest'
import { bodyLimitOf } from '#platform/http/input'
import { isExhaustive } from './exhaustive.ts'
import { startApp } from './harness.ts'
import { anyAddress, areas, type HostileCaller, hostileCaller } from './hostile/caller.ts'
import { type Costly, costlyCallsOf, costOf } from './hostile/cost.ts'
import { addressOf } from './matrix/samples.ts'
import { callOf } from './matrix/world.ts'

vi.setConfig({ testTimeout: isExhaustive ? 1_200_000 : 120_000 })
const app = startApp()
let token: string
let world: HostileCaller['world']
beforeAll(async () => {
  ;({ token, world } = await hostileCaller(app))
})

/** How long a request may block the one thread that handles all requests, in milliseconds. */
const mostHeld = 50

test.each(areas)(
  '%s takes no more than 50 ms of the processor for anything that is thrown at it',
  async (_area, own) => {
    const found: string[] = []
    for (const endpoint of own) found.push(...(await tooCostly(endpoint)))
    expect(found).toEqual([])
  },
)

async function tooCostly(endpoint: Endpoint): Promise<string[]> {
  const call = callOf(endpoint, world)
  const url = `/api${addressOf(endpoint, { params: call.params })}`
  const send = ({ payload, query, headers }: Omit<Costly, 'what'>) =>
    app.app.inject({
      method: endpoint.method,
      url: query === undefined ? url : `${url}?${query}`,
      remoteAddress: anyAddress(),
      headers: { ...headers, token, ...(payload !== undefined && { 'content-type': 'application/json' }) },
      ...(payload !== undefined && { payload }),
    })
  let idle: number | undefined
  const found: string[] = []
  for (const { what, ...costly } of costlyCallsOf(endpoint, call.body, bodyLimitOf(endpoint))) {
    idle ??= await costOf(() => send({ payload: '[]' }), 0)
    let cost = await costOf(() => send(costly), mostHeld)
    // The processor may be slow for a moment because of others; what is slow by itself stays so.
    for (let again = 2; again > 0 && cost > idle + mostHeld; again--) {
      await sleep(500)
      cost = Math.min(cost, await costOf(() => send(costly), mostHeld))
    }
    if (cost > idle + mostHeld) found.push(`${endpoint.name}, ${what}: ${Math.round(cost)} ms`)
    if (found.length === 3) break
  }
  return found
}
