import type pg from 'pg'
import { timeIdOf } from '#platform/db/partitions'
import type { Cell } from './copy.ts'
import type { Crowd, Person } from './people.ts'
import { randomFor } from './random.ts'

const day = 86_400_000
/** The demo has the visits of so many days; the service drops them soon after. */
const keptDays = 89
/** About so many browsers look at a channel's pages for each one whose user registers. */
const strangersEach = 3

const pages = ['/card/gold', '/card/travel', '/coupon/coffee', '/package/new', '/package/family', '/']
const userAgents = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  'Mozilla/5.0 (Linux; Android 15; 24031PN0DC) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 14; HarmonyOS) AppleWebKit/537.36 Chrome/114.0 Mobile Safari/537.36',
]

/** Whether the visits of a person's browser are still there. */
const isKept = ({ createdAt }: Person, until: number) => createdAt >= until - (keptDays - 1) * day

/** The channel's number for the browser of a person; null: its visits are too old to be there. */
export const visitorOf = (made: Person, row: number, { seed, until }: Crowd): string | null =>
  isKept(made, until) ? `v-${seed}-${row.toString(36)}` : null

export const visitColumns = ['id', 'channel_id', 'page_id', 'user_agent_id', 'city_code', 'ip', 'visitor_id']

/** A visit of a browser: when, in milliseconds since 1970, of whom, and its row. */
export interface Visit {
  at: number
  visitor: string
  cells: Cell[]
}
export type VisitsOf = (made: Person, row: number, channelId: string) => Visit[]

/**
 * Makes the partitions and texts of the visits of the last 90 days.
 * @returns the visits of a person's browser before the registration, and those of browsers whose users did not register
 */
export async function openVisits(client: pg.PoolClient, crowd: Crowd): Promise<VisitsOf> {
  const from = new Date(crowd.until - keptDays * day)
  await client.query(`select make_partitions('visit', $1)`, [from])
  const texts = await textIds(client, [...pages, ...userAgents])
  const idOf = (text: string) => texts.get(text) as number
  const pageIds = pages.map(idOf)
  const userAgentIds = userAgents.map(idOf)
  let low = 0
  return (made, row, channelId) => {
    const own = visitorOf(made, row, crowd)
    if (own === null) return []
    const random = randomFor(crowd.seed + 5, row)
    const others = random.below(2 * strangersEach + 1)
    const visits: Visit[] = []
    for (let nth = -1; nth < others; nth++) {
      const isOwn = nth === -1
      const visitor = isOwn ? own : `${own}-${nth}`
      const userAgentId = random.pick(userAgentIds)
      let when = made.createdAt - (isOwn ? 20_000 + random.below(600_000) : random.below(12 * 3_600_000))
      for (let page = 1 + random.below(isOwn ? 4 : 3); page > 0; page--) {
        const at = Math.min(when, crowd.until - 1)
        const cells = [
          timeIdOf(at, low++ % 2 ** 22),
          channelId,
          random.pick(pageIds),
          userAgentId,
          Number(made.cityCode),
          isOwn
            ? made.ip
            : `${random.pick([112, 117, 120, 183])}.${random.below(256)}.${random.below(256)}.${1 + random.below(254)}`,
          visitor,
        ]
        visits.push({ at, visitor, cells })
        if (isOwn) when += 1_000 * random.below(5)
        else when += 1_000 * (1 + random.below(40))
      }
    }
    return visits
  }
}

async function textIds(client: pg.PoolClient, texts: readonly string[]): Promise<Map<string, number>> {
  await client.query(
    'insert into visit_text (value) select * from unnest($1::text[]) on conflict do nothing',
    [texts],
  )
  const { rows } = await client.query<{ id: number; value: string }>(
    'select id, value from visit_text where value = any($1::text[])',
    [texts],
  )
  return new Map(rows.map(({ id, value }) => [value, id]))
}
