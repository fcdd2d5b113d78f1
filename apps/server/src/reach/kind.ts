import { deliveryPauseSeconds } from '@kabao/contract/reach/event'
import { type SecretValues, TemplateFailure, type TemplateRequest } from '#partners'
import type { Db } from '#platform/db/client'
import { databaseNow } from '#platform/db/now'
import type { Delivery, DeliveryKind, HttpCall } from '#platform/deliveries/kind'
import type { Vault } from '#platform/keys/vault'
import { untoldOf } from './decide.ts'
import { type Hook, secretsOf } from './hook.ts'
import { type NoticeServices, noticeKind } from './notice/kind.ts'
import { createHookReads, type HookReads } from './reads.ts'
import { type EventValues, sealedValues } from './scope.ts'
import { channelSign, type Sign, standardSign } from './sign.ts'
import { joined, readAnswer, requestOf } from './template.ts'

/** A shorter value is not looked for in an answer, because it would be found in other words. */
const shortest = 4

interface ReachServices extends NoticeServices {
  db: Db
  /** The business day, `yyyy-mm-dd`. */
  day(): string
}

/** What tells channels, organizations and systems of the company of events, and people of what they must know. */
export function reachKinds(services: ReachServices): DeliveryKind[] {
  const { db, vault } = services
  const reads = createHookReads(db, vault)
  return [
    ...(['postback', 'webhook'] as const).map((name) => ({
      name,
      pauses: deliveryPauseSeconds.map((seconds) => seconds * 1_000),
      prepare: (db: Db, targetId: string, deliveries: readonly Delivery[]) =>
        prepare(db, { ...services, reads }, targetId, deliveries),
    })),
    noticeKind(services),
  ]
}

async function prepare(
  db: Db,
  { vault, day, reads }: Pick<ReachServices, 'vault' | 'day'> & { reads: HookReads },
  targetId: string,
  deliveries: readonly Delivery[],
): Promise<Awaited<ReturnType<DeliveryKind['prepare']>>> {
  const hook = await reads.hook(targetId)
  const untold = await untoldOf(db, reads, hook, deliveries, day())
  const ended = new Map<string, { state: 'untold' | 'dead'; reason: string }>(
    [...untold].map(([id, reason]) => [id, { state: 'untold', reason }]),
  )
  const rest = deliveries.filter(({ id }) => !untold.has(id))
  if (!hook || rest.length === 0) return { calls: [], ended }
  const secrets = secretsOf(vault, hook)
  const sign = await signOf(db, vault, hook, secrets)
  const events = await Promise.all(rest.map((each) => reads.event(each)))
  const made = rest.flatMap(({ id, eventId }, nth) => {
    const values = events[nth]
    try {
      if (values && sign) return [{ id, eventId, values, ...builtFor(hook, values, secrets) }]
    } catch (error) {
      if (!(error instanceof TemplateFailure)) throw error
    }
    ended.set(id, { state: 'dead', reason: 'template' })
    return []
  })
  const most = hook.template.batch?.most ?? 1
  const groups = Array.from({ length: Math.ceil(made.length / most) }, (_, nth) =>
    made.slice(nth * most, (nth + 1) * most),
  )
  return { calls: groups.map((group) => callOf(hook, group, secrets, sign as Sign)), ended }
}

interface Built {
  sent: TemplateRequest
  kept: TemplateRequest
}

export function builtFor(
  { template }: Pick<Hook, 'template'>,
  values: EventValues,
  secrets: SecretValues,
): Built {
  const now = new Date(databaseNow()).toISOString()
  return { sent: requestOf(template, values, secrets, now), kept: requestOf(template, values, null, now) }
}

/** How the requests of a hook are signed; null: the secrets for it are missing. */
export async function signOf(db: Db, vault: Vault, hook: Hook, secrets: SecretValues): Promise<Sign | null> {
  const { signing } = hook.template
  if (signing === 'none') return () => ({})
  if (signing === 'channelKey') return hook.channelId === null ? null : channelSign(db, vault, hook.channelId)
  const { signing: current, previous } = secrets
  if (current === undefined) return null
  return standardSign(previous !== undefined && hook.hasPrevious ? [current, previous] : [current])
}

/** The call about events, which go together. */
export function callOf(
  { template }: Pick<Hook, 'template'>,
  group: readonly ({ id: string; eventId: string; values: EventValues } & Built)[],
  secrets: SecretValues,
  sign: Sign,
): HttpCall {
  const [first] = group as [(typeof group)[number]]
  const bodyOf = (requests: readonly TemplateRequest[]) =>
    template.batch ? joined(requests, template.batch.list) : (requests[0]?.body ?? null)
  const { method, url, timeoutMs } = first.sent
  const body = bodyOf(group.map(({ sent }) => sent))
  const own = {
    ...(group.length === 1 && { 'x-event-id': first.eventId }),
    ...sign({ method, url, body: body ?? '', id: first.eventId, now: databaseNow() }),
  }
  const written = [...Object.values(secrets), ...group.flatMap(({ values }) => sealedValues(values))]
    .flatMap((value) => [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)])
    .filter((value) => value.length >= shortest)
    .toSorted((a, b) => b.length - a.length)
  return {
    ids: group.map(({ id }) => id),
    request: {
      address: url,
      method,
      headers: { ...first.sent.headers, ...own },
      ...(body !== null && { body }),
      deadlineMs: timeoutMs,
    },
    kept: {
      method,
      url: first.kept.url,
      headers: { ...first.kept.headers, ...own },
      body: bodyOf(group.map(({ kept }) => kept))?.slice(0, 4_000) ?? null,
    },
    read: (result, place) => readAnswer(template, result, place),
    hide: (text) => written.reduce((left, value) => left.replaceAll(value, '••••'), text),
  }
}
