import { regionTree, wholeCity } from '@kabao/region'
import type { EngineWorld } from './engine-world.ts'
import type { KillPoint } from './kill-points.ts'

/** Cities of which none lies in another. */
const cities = regionTree()
  .flatMap(({ children = [] }) => children.map(({ id }) => id))
  .filter((code) => wholeCity(code) === code && !code.endsWith('9000'))

/** How many people are on the way at each point. */
const partOf = 3

/**
 * The organizations of a city of its own, for the people of one point.
 * @returns how to send these people into the pipeline; returns their ids
 */
export async function placeFor(
  world: EngineWorld,
  { first, isAlone, isNowhere }: KillPoint,
  nth: number,
): Promise<() => Promise<string[]>> {
  const city = cities[nth] as string
  const plan = { city_codes: [city], daily_cap: 100 }
  if (!isNowhere) await world.org({ code: `first${nth}`, plan: { ...plan, price_fen: 200 } })
  world.partner.set(`first${nth}`, { behaviors: first })
  if (!isAlone && !isNowhere) await world.org({ code: `second${nth}`, plan: { ...plan, price_fen: 100 } })
  const { id } = await world.one<{ id: string }>(
    `insert into channel (name, flow, settlement, price_fen) values ($1, 'full', 'cpl', 30) returning id`,
    `channel ${nth}`,
  )
  return async () => {
    const ids = await world.people(partOf, { city_code: city, channel_id: id })
    await world.enter(ids)
    return ids
  }
}

/** Waits until the point is reached. @throws if it is not, with the people on the way */
export async function reached(stopped: Promise<void>, world: EngineWorld): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(async () => {
      const left = await world.all(
        'select user_id, kind, due_at, claims from due_step order by user_id desc limit 3',
      )
      reject(new Error(`the point was not reached: ${JSON.stringify(left)}`))
    }, 20_000)
  })
  await Promise.race([stopped, late]).finally(() => clearTimeout(timer))
}
