import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ReachEvent } from '@kabao/contract/reach/event'
import type { PostbackTemplate } from '@kabao/contract/reach/postback-template'
import { createDb } from '#platform/db/client'
import {
  type DeliveryLimits,
  type DeliveryServices,
  type DeliveryWorker,
  standardDeliveryLimits,
  startDeliveries,
} from '#platform/deliveries/worker'
import { createOutgoing } from '#platform/outgoing/outgoing'
import { businessClock, businessDay } from '#platform/settings/business-clock'
import { linksOf, reachKinds } from '#reach'
import { sealSecrets } from '#reach/hook'
import type { TestApp } from './harness.ts'
import { newPhone } from './open-caller.ts'

/** A request that a target got. */
export interface Got {
  path: string
  headers: IncomingMessage['headers']
  body: string
}
type Behave = (got: Got, response: ServerResponse, nth: number) => void | Promise<void>

/** A real server that is told of events. */
export async function reachTarget(behave: Behave = (_got, response) => void response.end('{"code":0}')) {
  const got: Got[] = []
  const target = {
    got,
    behave,
    url: '',
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((done) => void server.close(() => done()))
    },
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const one = { path: request.url ?? '', headers: request.headers, body }
    got.push(one)
    await target.behave(one, response, got.length)
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  target.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return target
}
export type ReachTarget = Awaited<ReturnType<typeof reachTarget>>

/** A template for tests: sends the event as JSON, and reads `{"code": 0}` as taken. */
export const testPostback = (url: string, own: Partial<PostbackTemplate> = {}): PostbackTemplate => ({
  secrets: [],
  maps: [],
  request: {
    method: 'POST',
    url,
    headers: [],
    timeoutMs: 1_000,
    content: 'json',
    body: '{"id":{{ eventId | append: "" }},"event":{{ event }},"user":{{ userId | append: "" }},"push":{{ pushId }},"click":{{ clickId }},"fen":{{ amountFen }}}',
    sign: null,
    seal: null,
    envelope: null,
  },
  signing: 'none',
  batch: null,
  reply: {
    format: 'json',
    statuses: [200],
    refusedStatuses: [410],
    outcomes: [
      { when: [{ path: '$.code', is: ['0'] }], outcome: 'ok' },
      { when: [{ path: '$.code', is: ['9'] }], outcome: 'refused' },
    ],
    reason: '$.message',
  },
  ...own,
})

interface NewHook {
  channelId?: string | null
  orgId?: string | null
  events?: readonly ReachEvent[]
  template: PostbackTemplate
  secrets?: Record<string, string>
  delaySeconds?: number
  partPercent?: number
  dailyCap?: number | null
  isOn?: boolean
}

/** What tests of postbacks and webhooks do. Call it when the test app has started. */
export function reachWorld(app: TestApp) {
  const running: DeliveryWorker[] = []
  const logged: string[] = []
  const all = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
    (await app.pool.query(text, values)).rows
  let hooks = 0
  return {
    logged,
    all,
    async hook({
      channelId = null,
      orgId = null,
      events = ['registered'],
      template,
      secrets,
      ...fields
    }: NewHook) {
      const { delaySeconds = 0, partPercent = 100, dailyCap = null, isOn = true } = fields
      const [row] = await all<{ id: string }>(
        `insert into hook (channel_id, org_id, name, events, template, delay_seconds, part_percent, daily_cap, is_on, batch_most)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
        ...[
          channelId,
          orgId,
          `回传${++hooks}`,
          events,
          JSON.stringify(template),
          delaySeconds,
          partPercent,
          dailyCap,
          isOn,
        ],
        template.batch?.most ?? 1,
      )
      const id = row?.id as string
      if (secrets)
        await all(
          'update hook set secrets_sealed = $2 where id = $1',
          id,
          sealSecrets(app.vault, id, secrets),
        )
      return id
    },
    /** Adds people of a channel, so that they are registered. @returns their ids */
    async people(channelId: string, count: number): Promise<string[]> {
      const rows = await all<{ id: string }>(
        `insert into "user" (phone, channel_id, flow) select phone, $1, 'full' from unnest($2::text[]) phone returning id`,
        channelId,
        Array.from({ length: count }, newPhone),
      )
      return rows.map(({ id }) => id)
    },
    /** Starts an instance, with pauses that a test can wait for. */
    start(
      limits: Partial<DeliveryLimits> = {},
      own: Partial<DeliveryServices> & { pauses?: readonly number[] } = {},
      ca?: string,
    ) {
      const { settings } = app.app.services
      const day = () => businessDay(settings)
      const note = ({ err }: { err?: unknown }, message: string) => void logged.push(`${message}: ${err}`)
      const { pauses = [30, 30, 30], ...services } = own
      const db = createDb(app.servicePool)
      const outgoing = createOutgoing({ schemes: ['http', 'https'], listed: listed(), ...(ca && { ca }) })
      const worker = startDeliveries(
        {
          db,
          outgoing,
          day,
          log: { warn: note, error: note },
          ...services,
        },
        reachKinds({
          db,
          vault: app.vault,
          day,
          outgoing,
          clock: () => businessClock(settings),
          linkTo: linksOf('https://console.example.com'),
        }).map((kind) => ({ ...kind, pauses })),
        { ...standardDeliveryLimits, idleMs: 20, ...limits },
      )
      running.push(worker)
      return worker
    },
    /** Leaves an instance running that a test has made hang. */
    forget(worker: DeliveryWorker) {
      running.splice(running.indexOf(worker), 1)
    },
    async stop() {
      await Promise.all(running.splice(0).map((worker) => worker.stop()))
    },
    deliveries: (targetId: string) =>
      all<{
        id: string
        event_id: string
        event: string
        state: string
        reason: string | null
        round: number
        tries: {
          said: string
          answer: string | null
          request: { url: string; body: string; headers: Record<string, string> }
        }[]
        subject_id: string
        ref_id: string
      }>('select * from delivery where target_id = $1 order by id', targetId),
    waiting: async () => Number((await all<{ n: string }>('select count(*) as n from delivery_due'))[0]?.n),
  }
}
export type ReachWorld = ReturnType<typeof reachWorld>

/** Every port that a test may listen on is internal here. */
const ports = new Set<string>()
export const listen = (target: ReachTarget): ReachTarget => {
  listenAt(new URL(target.url).host)
  return target
}
export const listenAt = (place: string): void => void ports.add(place)
const listed = () => [...ports]
