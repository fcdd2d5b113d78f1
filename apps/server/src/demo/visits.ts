import type pg from 'pg'
import { timeIdOf } from '#platform/db/partitions'
import { type Cell, copyRows } from './copy.ts'
import { type Crowd, isWithin, type Person, person } from './people.ts'
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

/** Adds the visits of the last 90 days: of each person before the registration, and of browsers whose users did not register. */
export async function addVisitRows(
  client: pg.PoolClient,
  crowd: Crowd,
  { start, channels }: { start: number; channels: readonly string[] },
): Promise<void> {
  const from = new Date(crowd.until - keptDays * day)
  await client.query(`select make_partitions('visit', $1)`, [from])
  const texts = await textIds(client, [...pages, ...userAgents])
  await copyRows(
    client,
    'visit',
    ['id', 'channel_id', 'page_id', 'user_agent_id', 'city_code', 'ip', 'visitor_id'],
    visitRows(crowd, { start, channels, texts }),
  )
}

function* visitRows(
  crowd: Crowd,
  {
    start,
    channels,
    texts,
  }: { start: number; channels: readonly string[]; texts: ReadonlyMap<string, number> },
): Generator<Cell[]> {
  const idOf = (text: string) => texts.get(text) as number
  let low = 0
  for (let at = 0; at < crowd.size; at++) {
    const row = start + at
    if (!isWithin(row, crowd, keptDays)) continue
    const made = person(row, crowd)
    if (!isKept(made, crowd.until)) continue
    const random = randomFor(crowd.seed + 5, row)
    const channelId = channels[made.channel % channels.length] as string
    const own = visitorOf(made, row, crowd) as string
    const visitors = [
      own,
      ...Array.from({ length: random.below(2 * strangersEach + 1) }, (_, nth) => `${own}-${nth}`),
    ]
    for (const visitor of visitors) {
      const userAgent = idOf(random.pick(userAgents))
      const isOwn = visitor === own
      let when = made.createdAt - (isOwn ? 20_000 + random.below(600_000) : random.below(12 * 3_600_000))
      for (let page = 1 + random.below(isOwn ? 4 : 3); page > 0; page--) {
        yield [
          timeIdOf(Math.min(when, crowd.until - 1), low++ % 2 ** 22),
          channelId,
          idOf(random.pick(pages)),
          userAgent,
          Number(made.cityCode),
          isOwn
            ? made.ip
            : `${random.pick([112, 117, 120, 183])}.${random.below(256)}.${random.below(256)}.${1 + random.below(254)}`,
          visitor,
        ]
        if (isOwn) when += 1_000 * random.below(5)
        else when += 1_000 * (1 + random.below(40))
      }
    }
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
