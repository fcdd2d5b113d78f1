import { fill, inLanguage, type Language, type Words } from '@kabao/contract'
import type { BusinessClock } from '@kabao/contract/kernel/business-clock'
import { deliveryPauseSeconds } from '@kabao/contract/reach/event'
import { noticeTextWords } from '@kabao/contract/reach/notice-text.words'
import { sql } from 'kysely'
import type { Db } from '#platform/db/client'
import { sendMessage } from '#platform/db/messages'
import { databaseNow } from '#platform/db/now'
import type { Delivery, DeliveryCall, DeliveryKind, Prepared } from '#platform/deliveries/kind'
import type { Vault } from '#platform/keys/vault'
import type { Outgoing, OutgoingResult } from '#platform/outgoing/outgoing'
import { type MailFile, mailCall } from './mail.ts'
import { type RobotKind, robotCall } from './robots.ts'
import { findTarget, type NoticeTarget, secretsOf } from './target.ts'
import { type LinkTo, type Notice, textOf } from './text.ts'
import { timeOf } from './when.ts'

export interface NoticeServices {
  vault: Vault
  outgoing: Outgoing
  clock(): BusinessClock
  /** The whole address of a page of the console. */
  linkTo: LinkTo
}

/** The most notices of one message. */
const together = 10_000
/** After a message about a kind, how long others of the kind wait to go together, in milliseconds. */
const turnMs = 60_000

/** What tells people outside the console: robots of groups, e-mail, and roles. */
export const noticeKind = (services: NoticeServices): DeliveryKind => ({
  name: 'notice',
  pauses: deliveryPauseSeconds.map((seconds) => seconds * 1_000),
  together,
  prepare: (db, targetId, deliveries) => prepare(db, services, targetId, deliveries),
})

async function prepare(
  db: Db,
  services: NoticeServices,
  targetId: string,
  deliveries: readonly Delivery[],
): Promise<Prepared> {
  const target = await findTarget(db, targetId)
  if (!target?.isOn)
    return {
      calls: [],
      ended: new Map(deliveries.map(({ id }) => [id, { state: 'untold', reason: target ? 'off' : 'gone' }])),
    }
  const notices = await readNotices(db, deliveries)
  const now = databaseNow()
  const ended: [string, { state: 'untold'; reason: string }][] = []
  const later = new Map<string, number>()
  const ready: { delivery: Delivery; notice: Notice }[] = []
  for (const delivery of deliveries) {
    const notice = notices.get(delivery.eventId)
    if (!notice) {
      ended.push([delivery.id, { state: 'untold', reason: 'gone' }])
      continue
    }
    const waitMs = timeOf(target, notice.madeAt, now, services.clock()) - now
    if (waitMs > 0) later.set(delivery.id, waitMs)
    else ready.push({ delivery, notice })
  }
  const held = await heldByTurn(
    db,
    targetId,
    ready.map(({ delivery }) => delivery),
  )
  for (const [id, waitMs] of held) later.set(id, waitMs)
  const told = ready.filter(({ delivery }) => !held.has(delivery.id))
  if (told.length === 0) return { calls: [], ended: new Map(ended), later }
  const ids = told.map(({ delivery }) => delivery.id)
  const call = await callOf(
    db,
    services,
    target,
    told.map(({ notice }) => notice),
  )
  if (!call) {
    for (const id of ids) ended.push([id, { state: 'untold', reason: 'nobody' }])
    return { calls: [], ended: new Map(ended), later }
  }
  return { calls: [Object.assign(call, { ids })], ended: new Map(ended), later }
}

/**
 * A kind that a target was told of a short while ago waits, so that a storm is one message with a number. One that was tried before waits
 * by its own pause.
 * @returns by id, how long a delivery waits, in milliseconds
 */
async function heldByTurn(
  db: Db,
  targetId: string,
  deliveries: readonly Delivery[],
): Promise<Map<string, number>> {
  const first = deliveries.filter(({ round }) => round === 0)
  const kinds = [...new Set(first.map(({ event }) => event))].sort()
  if (kinds.length === 0) return new Map()
  const { rows } = await sql<{ kind: string; waitMs: number }>`
    with got as (
      insert into notice_turn as n (target_id, kind, next_at)
      select ${targetId}::bigint, kind, now() + ${turnMs}::int * interval '1 millisecond' from unnest(${kinds}::text[]) kind
      on conflict (target_id, kind) do update set next_at = excluded.next_at where n.next_at <= now()
      returning kind
    )
    select n.kind, greatest(1, extract(epoch from n.next_at - now()) * 1000)::float8 as "waitMs" from notice_turn n
    where n.target_id = ${targetId} and n.kind = any(${kinds}::text[]) and n.kind not in (select kind from got)`.execute(
    db.withoutPlugins(),
  )
  const waits = new Map(rows.map(({ kind, waitMs }) => [kind, waitMs]))
  return new Map(
    first.flatMap(({ id, event }) => {
      const waitMs = waits.get(event)
      return waitMs === undefined ? [] : [[id, waitMs]]
    }),
  )
}

async function readNotices(db: Db, deliveries: readonly Delivery[]): Promise<Map<string, Notice>> {
  const { rows } = await sql<Notice>`
    select id, kind, title, content, link, told::text[] as told, figures, (extract(epoch from time_of_id(id)) * 1000)::float8 as "madeAt"
    from notice where id = any(${deliveries.map(({ eventId }) => eventId)}::bigint[])`.execute(
    db.withoutPlugins(),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

type Made = Omit<DeliveryCall, 'ids'>

/** @returns null: nobody would get it */
async function callOf(
  db: Db,
  { vault, outgoing, linkTo }: NoticeServices,
  target: NoticeTarget,
  notices: readonly Notice[],
): Promise<Made | null> {
  const { kind, language } = target
  if (kind === 'role') return roleCall(db, target, notices)
  const text = textOf(notices, language, linkTo)
  const files =
    kind === 'mail'
      ? await readFiles(
          db,
          notices.flatMap(({ id, figures }) => (figures ? [id] : [])),
        )
      : []
  return partsOf({ vault, outgoing }, target, text, language, files)
}

async function readFiles(db: Db, ids: readonly string[]): Promise<MailFile[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<MailFile>`
    select name as filename, content from notice_file where id = any(${[...ids]}::bigint[]) order by id desc, nth`.execute(
    db.withoutPlugins(),
  )
  return rows
}

const partsOf = (
  { vault, outgoing }: Pick<NoticeServices, 'vault' | 'outgoing'>,
  target: NoticeTarget,
  text: ReturnType<typeof textOf>,
  language: Language,
  files: readonly MailFile[] = [],
): Made => {
  const secrets = secretsOf(vault, target)
  if (target.kind === 'mail') return mailCall(outgoing, { target, secrets, text, language, files })
  return robotCall(target.kind as RobotKind, {
    text,
    secrets,
    language,
    // Two targets may name the same robot.
    key: `notice:${secrets.url}`,
    now: databaseNow(),
  })
}

/** The people of a role get a message in the console, except who has it already. */
async function roleCall(
  db: Db,
  { name, roleId }: NoticeTarget,
  notices: readonly Notice[],
): Promise<Made | null> {
  const people = roleId === null ? [] : await peopleOf(db, roleId)
  const to = people.filter((id) => !notices.every(({ told }) => told.includes(id)))
  if (to.length === 0) return null
  const [zh, en] = (['zh-CN', 'en-US'] as const).map((language) => textOf(notices, language, () => null))
  const both = (of: (text: ReturnType<typeof textOf>) => string): Words => [
    of(zh as ReturnType<typeof textOf>),
    of(en as ReturnType<typeof textOf>),
  ]
  const title = both((text) => text.title)
  const content = both(({ lines }) =>
    lines
      .map(({ text }) => text)
      .join('\n')
      .slice(0, 2_000),
  )
  const { link } = notices.at(-1) as Notice
  return {
    request: async () => {
      const begun = performance.now()
      await db
        .transaction()
        .execute((write) => sendMessage(write, { to, kind: 'notice', title, content, ...(link && { link }) }))
      return doneAfter(begun)
    },
    kept: {
      method: 'POST',
      url: name,
      headers: { to: String(to.length) },
      body: content[0].slice(0, 4_000),
    },
    read: () => ({ outcome: 'ok', reason: null }),
    hide: (text) => text,
  }
}

/** What a trial of a role without people shows. */
const toNobody = (name: string, reason: string): Made => ({
  request: () => Promise.resolve({ kind: 'notSent', why: 'stopped' }),
  kept: { method: 'POST', url: name, headers: { to: '0' }, body: null },
  read: () => ({ outcome: 'refused', reason }),
  hide: (text) => text,
})

const doneAfter = (begun: number): OutgoingResult => ({
  kind: 'answer',
  status: 200,
  headers: {},
  body: '',
  tooLarge: false,
  unreadable: null,
  ms: Math.round(performance.now() - begun),
})

async function peopleOf(db: Db, roleId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from admin a join admin_role ar on ar.admin_id = a.id
    where ar.role_id = ${roleId} and a.status = 'enabled' order by a.id`.execute(db.withoutPlugins())
  return rows.map(({ id }) => id)
}

/** A made-up notice to a target. @param language in which its answer is told */
export async function trialOf(
  db: Db,
  services: Pick<NoticeServices, 'vault' | 'outgoing' | 'linkTo'>,
  target: NoticeTarget,
  language: Language,
): Promise<Made> {
  const [zh, en] = noticeTextWords.tree.text.triedText
  const { name } = target
  const notice: Notice = {
    id: '0',
    kind: 'breakerOpen',
    title: noticeTextWords.tree.text.tried,
    content: [fill(zh, { name }), fill(en, { name })],
    link: { name: 'AdminSetting', query: { group: 'notices' } },
    told: [],
    figures: null,
    madeAt: databaseNow(),
  }
  if (target.kind === 'role')
    return (
      (await roleCall(db, target, [notice])) ??
      toNobody(name, inLanguage(noticeTextWords.tree.answer.nobody, language))
    )
  return partsOf(services, target, textOf([notice], target.language, services.linkTo), language)
}
