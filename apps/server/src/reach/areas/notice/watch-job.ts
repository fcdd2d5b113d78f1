import { fill, type Words } from '@kabao/contract'
import type { NoticeKind } from '@kabao/contract/kernel/notice-kind'
import type { MessageLink } from '@kabao/contract/operations/message'
import { noticeTextWords } from '@kabao/contract/reach/notice-text.words'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '#platform/db/client'
import { sendMessage } from '#platform/db/messages'
import type { FaultName, Faults } from '#platform/faults/faults'
import { defineJob } from '#platform/jobs/job'
import { businessDay } from '#platform/settings/business-clock'

const { met } = noticeTextWords.tree
const operation: MessageLink = { name: 'AdminOperation' }

/** What is wrong now. */
interface Wrong {
  kind: keyof typeof met & NoticeKind
  /** What it is about: told once until it was right again. */
  ref: string
  values: Record<string, string | number>
  link: MessageLink
  /** Who has it as a message in the console. */
  point: string
}

/** Tells of what nobody sees happen: open breakers, dead deliveries, failed backups, full disks. */
export const noticeWatch = defineJob({
  name: 'notice-watch',
  title: ['提醒熔断、投递失败、备份失败和磁盘已满', 'Tell of breakers, dead deliveries, backups and disks'],
  data: z.strictObject({}),
  isSingle: true,
  cron: '* * * * *',
  async run({ db, settings, faults }) {
    const wrong = [
      ...(await openBreakers(db)),
      ...(await deadDeliveries(db, businessDay(settings))),
      ...(await failedBackup(db)),
      ...fullDisks(faults),
    ]
    return { told: await tellNew(db, wrong) }
  },
})

/** The names of the targets of all kinds, as their deliveries name them. */
const named = sql`(select kind || ':' || id as target, name, kind, channel_id from hook
  union all select 'notice:' || id, name, 'notice', null from notice_target)`

async function openBreakers(db: Db): Promise<Wrong[]> {
  const { rows } = await sql<{ ref: string; name: string; orgId: string | null }>`
    select 'org:' || o.id as ref, o.name, o.id as "orgId" from org_breaker b join org o on o.id = b.org_id
    union all
    select s.target, n.name, null from delivery_target s join ${named} n on n.target = s.target where s.broken_at is not null
    order by ref limit 1000`.execute(db.withoutPlugins())
  return rows.map(({ ref, name, orgId }) => ({
    kind: 'breakerOpen',
    ref,
    values: { name },
    link: orgId === null ? operation : { name: 'OrgList', query: { open: orgId } },
    point: 'operation:page',
  }))
}

/** Of today, once for each target. */
async function deadDeliveries(db: Db, day: string): Promise<Wrong[]> {
  const { rows } = await sql<{
    target: string
    name: string
    kind: string
    channelId: string | null
    count: number
  }>`
    select n.target, n.name, n.kind, n.channel_id as "channelId", sum(c.n)::float8 as count
    from delivery_count c join ${named} n on n.target = c.kind || ':' || c.target_id
    where c.day = ${day}::date and c.what = 'dead'
    group by n.target, n.name, n.kind, n.channel_id order by n.target limit 1000`.execute(db.withoutPlugins())
  return rows.map(({ target, name, kind, channelId, count }) => ({
    kind: 'deadDelivery',
    ref: `${target}:${day}`,
    values: { name, count },
    link: placeOf(kind, channelId),
    point: `${kind}:again`,
  }))
}

/** The dead deliveries of a target in the console. */
const placeOf = (kind: string, channelId: string | null): MessageLink =>
  channelId === null
    ? {
        name: 'AdminSetting',
        query: { group: kind === 'notice' ? 'notices' : 'webhooks', tab: 'deliveries', state: 'dead' },
      }
    : {
        name: 'ChannelPostback',
        query: { list: 'channel', id: channelId, tab: 'deliveries', state: 'dead' },
      }

async function failedBackup(db: Db): Promise<Wrong[]> {
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from backup_run where state <> 'running' order by id desc limit 1`.execute(
    db.withoutPlugins(),
  )
  return rows
    .filter(({ state }) => state === 'failed')
    .map(({ id }) => ({
      kind: 'backupFailed',
      ref: `backup:${id}`,
      values: {},
      link: operation,
      point: 'operation:page',
    }))
}

const ofDisks: readonly FaultName[] = ['databaseFull', 'storage']
/** Longer than the pause between two runs, in milliseconds. */
const latelyMs = 90_000

const fullDisks = (faults: Faults): Wrong[] =>
  ofDisks
    .filter((name) => faults.wasMet(name, latelyMs))
    .map((name) => ({
      kind: 'diskFull',
      ref: `disk:${name}`,
      values: {},
      link: operation,
      point: 'operation:page',
    }))

/** Tells of what is wrong since the last run, and forgets what is right again. @returns of how many it told */
const tellNew = (db: Db, wrong: readonly Wrong[]): Promise<number> =>
  db.transaction().execute(async (write) => {
    const kinds = wrong.map(({ kind }) => kind)
    const refs = wrong.map(({ ref }) => ref)
    await sql`delete from notice_met where (kind, ref) not in (
      select kind, ref from unnest(${kinds}::text[], ${refs}::text[]) w (kind, ref))`.execute(write)
    const { rows } = await sql<{ kind: string; ref: string }>`
      insert into notice_met (kind, ref) select kind, ref from unnest(${kinds}::text[], ${refs}::text[]) w (kind, ref)
      order by kind, ref on conflict do nothing returning kind, ref`.execute(write)
    const added = new Set(rows.map(({ kind, ref }) => `${kind} ${ref}`))
    const told = wrong.filter(({ kind, ref }) => added.has(`${kind} ${ref}`))
    for (const { kind, values, link, point } of told) {
      const filled = ([zh, en]: Words): Words => [fill(zh, values), fill(en, values)]
      await sendMessage(write, {
        to: { point },
        kind: 'todo',
        about: kind,
        title: filled(met[kind].title),
        content: filled(met[kind].text),
        link,
      })
    }
    return told.length
  })
