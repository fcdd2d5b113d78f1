import { lead as area } from '@kabao/contract/crm/lead'
import type { LeadPoolRow } from '@kabao/contract/crm/lead-pool'
import { type LeadDetail, type LeadStage, leadStages, openLeadStages } from '@kabao/contract/crm/lead-row'
import type { LeadTimelineEvent } from '@kabao/contract/crm/lead-timeline'
import { codes } from '@kabao/contract/kernel/envelope'
import { countChanged } from '../general.ts'
import { daysAgo, minutesAgo } from '../random.ts'
import { type Reader, Refused, say } from '../respond.ts'
import type { Row } from '../row.ts'
import { special } from '../special.ts'
import type { Table } from '../table.ts'
import { rowsOf } from '../tables.ts'
import { mergeCalls } from './lead-merges.ts'

/** The salesman that the demo’s visitor is. */
export const meId = '1'
const salesmen = ['陈晓', '林静', '周凯', '吴敏']
const people = ['李丽', '王强', '赵敏', '孙浩', '周芳', '吴磊', '郑爽', '冯涛']
const cities = [
  { cityCode: '440300', cityName: '广东省深圳市' },
  { cityCode: '440100', cityName: '广东省广州市' },
  { cityCode: '310100', cityName: '上海市' },
]
const events = new Map<string, LeadTimelineEvent[]>()

/** Adds an event to the timeline of a lead. */
function note(lead: Row, event: Record<string, unknown> & { kind: string }): void {
  const known = events.get(lead.id) ?? []
  const added = { key: `a ${known.length + 2}`, at: new Date().toISOString(), ...event }
  events.set(lead.id, [added as LeadTimelineEvent, ...known])
}

/** The timeline of a lead in the demo, newest first. */
const timelineOf = (lead: LeadDetail): LeadTimelineEvent[] => [
  ...(events.get(lead.id) ?? []),
  {
    key: 'a 1',
    at: lead.arrivedAt,
    kind: 'event',
    event: 'arrived',
    by: null,
    from: null,
    to: null,
    fromStage: 'new',
    toStage: 'new',
    reason: '',
  },
]

const whoIs = ({ account }: Reader) => account?.name ?? null
const isWaiting = (lead: Row) => lead.salesmanId === null && lead.closedAt === null

interface Change {
  event: string
  values: Record<string, unknown>
  reason?: string
  to?: string | null
  mayWait?: boolean
}

/** Changes a lead by an act, with an event; one that has no salesman or is closed is refused. */
function act(
  table: Table,
  id: string,
  reader: Reader,
  { event, values, reason = '', to = null, mayWait }: Change,
) {
  const lead = table.find(id, reader)
  const isOpen = lead.closedAt === null && (mayWait ? isWaiting(lead) : lead.salesmanId !== null)
  if (!isOpen) throw new Refused(codes.conflict, say('conflict', reader.language))
  const [from, fromStage] = [lead.salesmanName, lead.stage]
  table.change(lead, values)
  note(lead, {
    kind: 'event',
    event,
    by: whoIs(reader),
    from,
    to,
    fromStage,
    toStage: lead.stage,
    reason,
  })
  return table.shown(lead, reader) as unknown as LeadDetail
}

const held = (salesmanId: string) => ({
  salesmanId,
  salesmanName: salesmen[Number(salesmanId) - 1] ?? null,
  assignedAt: new Date().toISOString(),
  firstContactDueAt: minutesAgo(-30),
  recycleAt: daysAgo(-7),
  hidden: [],
  restUntil: null,
})
const returned = () => ({
  salesmanId: null,
  salesmanName: null,
  assignedAt: null,
  firstContactDueAt: null,
  recycleAt: null,
  nextFollowAt: null,
  protectedUntil: null,
  restUntil: minutesAgo(-30),
})
const closed = (stage: LeadStage) => ({
  stage,
  closedAt: new Date().toISOString(),
  nextFollowAt: null,
  recycleAt: null,
})

/** Does an act on several leads. @returns which were refused, and why */
function several(ids: readonly string[], reader: Reader, run: (id: string) => unknown) {
  const refused: { id: string; reason: string }[] = []
  for (const id of ids) {
    try {
      run(id)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refused.push({ id, reason: say('conflict', reader.language) })
    }
  }
  return { done: ids.length - refused.length, refused }
}

/** The acts on several leads and on all that match a filter, by name. */
const runs = {
  assign: (table: Table, id: string, reader: Reader, given: Given) =>
    assign(table, id, reader, { salesmanId: given.salesmanId ?? meId, reason: given.reason ?? '' }),
  transfer: (table: Table, id: string, reader: Reader, { salesmanId = meId, reason = '' }: Given) =>
    act(table, id, reader, {
      event: 'transferred',
      values: held(salesmanId),
      reason,
      to: salesmen[Number(salesmanId) - 1] ?? null,
    }),
  release: (table: Table, id: string, reader: Reader, { reason = '' }: Given) =>
    release(table, id, reader, reason),
  convert: (table: Table, id: string, reader: Reader, { reason = '' }: Given) =>
    act(table, id, reader, { event: 'converted', values: closed('converted'), reason }),
  invalidate: (table: Table, id: string, reader: Reader, { reason = '' }: Given) =>
    act(table, id, reader, { event: 'invalidated', values: closed('invalid'), reason }),
} as const
interface Given {
  salesmanId?: string | undefined
  reason?: string | undefined
}

/** The rows that an act on all matching leads would change, and how many match besides. */
function matchingOf(
  name: keyof typeof runs,
  table: Table,
  filter: Readonly<Record<string, unknown>>,
  reader: Reader,
) {
  const found = table.matching(filter, reader)
  const able = found.filter(
    (lead) => lead.closedAt === null && (lead.salesmanId === null) === (name === 'assign'),
  )
  return { able, others: found.length - able.length }
}

type Call<B> = Reader & { body: B }
const countOf =
  (name: keyof typeof runs) =>
  ({ body, ...reader }: Call<{ filter: Readonly<Record<string, unknown>> }>, table: Table) => {
    const { able, others } = matchingOf(name, table, body.filter, reader)
    return { count: able.length, others, ...(able.length + others > 0 && { mark: '999999.0' }) }
  }
const onAll =
  (name: keyof typeof runs) =>
  (
    { body, ...reader }: Call<Given & { filter: Readonly<Record<string, unknown>>; count: number }>,
    table: Table,
  ) => {
    const { able } = matchingOf(name, table, body.filter, reader)
    if (able.length !== body.count) throw countChanged(able.length, reader)
    const ids = able.map(({ id }) => id)
    return { ...several(ids, reader, (id) => runs[name](table, id, reader, body)), batch: null }
  }

const claim = (table: Table, id: string, reader: Reader) =>
  act(table, id, reader, { event: 'claimed', values: held(meId), to: salesmen[0] ?? null, mayWait: true })
const release = (table: Table, id: string, reader: Reader, reason: string) =>
  act(table, id, reader, { event: 'released', values: returned(), reason })
const assign = (table: Table, id: string, reader: Reader, given: { salesmanId: string; reason: string }) =>
  act(table, id, reader, {
    event: 'assigned',
    values: held(given.salesmanId),
    reason: given.reason,
    mayWait: true,
    to: salesmen[Number(given.salesmanId) - 1] ?? null,
  })

export const lead = special(area, {
  count: 90,
  row: (random, at) => {
    const stage: LeadStage =
      at % 15 === 14 ? 'invalid' : at % 9 === 8 ? 'converted' : (openLeadStages[at % 4] ?? 'new')
    const waits = stage === 'new' && at % 8 === 0
    const isClosed = stage === 'converted' || stage === 'invalid'
    const salesman = at % 3 === 0 ? 1 : 2 + random.below(3)
    const isNew = stage === 'new'
    const arrivedAt = daysAgo(0.01 + at * 0.15)
    return {
      userId: null,
      name: random.pick(people),
      phone: `1380013${8000 + at}`,
      ...random.pick(cities),
      source: random.pick(['unaccepted', 'returned', 'import', 'manual'] as const),
      hidden: [],
      channelId: '1',
      channelName: '抖音信息流',
      poolId: '1',
      poolName: '公海',
      salesmanId: waits ? null : String(salesman),
      salesmanName: waits ? null : (salesmen[salesman - 1] ?? null),
      stage,
      score: 40 + random.below(60),
      arrivedAt,
      assignedAt: waits ? null : arrivedAt,
      firstContactDueAt: isNew && !waits ? minutesAgo((at % 5) * 9 - 20) : null,
      firstContactAt: isNew ? null : daysAgo(at * 0.14),
      nextFollowAt: isNew || isClosed ? null : daysAgo(at % 2 === 0 ? 0.05 * (at % 7) : -0.02 * (at % 7)),
      lastFollowAt: isNew ? null : daysAgo(at * 0.1),
      recycleAt: waits || isClosed ? null : daysAgo(at % 6 === 0 ? -0.5 : -5),
      protectedUntil: null,
      restUntil: null,
      closedAt: isClosed ? daysAgo(at * 0.05) : null,
      isForgotten: false,
      remark: '',
      teamName: '华南销售一队',
      mergeCount: 0,
      followUpCount: isNew ? 0 : 1 + (at % 4),
      createdAt: arrivedAt,
    }
  },
  now: (row) => ({
    isMine: row.salesmanId === meId,
    isClaimable: row.salesmanId === null && row.closedAt === null,
    can: {
      claim: isWaiting(row),
      work: row.salesmanId !== null && row.closedAt === null,
      assign: row.closedAt === null,
    },
    revealsLeft: 42,
  }),
  filters: {
    place: (row, value) =>
      value === (row.closedAt !== null ? 'closed' : row.salesmanId === null ? 'waiting' : 'held'),
    mine: ({ salesmanId, closedAt }) => salesmanId === meId && closedAt === null,
    due: ({ nextFollowAt, closedAt }, value) => {
      if (nextFollowAt === null || closedAt !== null) return false
      const isOverdue = nextFollowAt < new Date().toISOString()
      return value === 'overdue' ? isOverdue : !isOverdue && nextFollowAt < daysAgo(-1)
    },
    fresh: ({ firstContactAt, firstContactDueAt }) => firstContactAt === null && firstContactDueAt !== null,
    returning: ({ recycleAt, closedAt }) =>
      closedAt === null && recycleAt !== null && recycleAt < daysAgo(-1),
    late: ({ firstContactAt, firstContactDueAt }) =>
      firstContactAt === null && firstContactDueAt !== null && firstContactDueAt < new Date().toISOString(),
  },
  choices: {
    salesmen: () => salesmen.map((name, index) => ({ id: String(index + 1), name })),
    pools: () => rowsOf<LeadPoolRow>('leadPool').map(({ id, name }) => ({ id, name })),
    channels: () => [{ id: '1', name: '抖音信息流' }],
  },
  calls: {
    counts: (call, table) => {
      const all = table.rows as unknown as LeadDetail[]
      const of = (fits: (lead: LeadDetail) => boolean) => all.filter(fits).length
      const byStage = Object.fromEntries(
        leadStages.map((stage) => [stage, of((lead) => lead.stage === stage)]),
      )
      return {
        ...(byStage as Record<LeadStage, number>),
        waiting: of((lead) => isWaiting(lead as unknown as Row)),
        mine: of(({ salesmanId, closedAt }) => salesmanId === meId && closedAt === null),
        isOwnScope: call.account === null,
      }
    },
    board: ({ body: { after, size, ...filter }, ...call }, table) => {
      const asked = { ...filter, current: 1, size: 200, sort: '-arrivedAt' }
      const all = table.page(asked as never, call).records as unknown as LeadDetail[]
      const rest = after ? all.slice(all.findIndex(({ id }) => id === after.id) + 1) : all
      const cards = rest.slice(0, size)
      const last = cards.at(-1)
      return {
        cards,
        next: last && rest.length > size ? { at: last.arrivedAt, id: last.id } : null,
        total: after ? null : all.length,
      }
    },
    create: ({ body: { claim: takes, ...body }, ...call }, table) => {
      const known = table.rows.find(({ phone }) => phone === body.phone)
      if (known) return { id: known.id, isNew: false }
      const at = new Date().toISOString()
      const lead = table.create(
        {
          ...body,
          ...returned(),
          restUntil: null,
          stage: 'new',
          source: 'manual',
          arrivedAt: at,
          hidden: [],
        },
        call,
      )
      table.change(lead, {
        poolName: rowsOf<LeadPoolRow>('leadPool').find(({ id }) => id === body.poolId)?.name ?? '',
      })
      if (takes) claim(table, lead.id, call)
      return { id: lead.id, isNew: true }
    },
    reveal: ({ params, body, ...call }, table) => {
      const lead = table.find(params.id, call)
      note(lead, { kind: 'revealed', by: whoIs(call), reason: body.reason })
      return { phone: String(lead.phone), name: String(lead.name), left: 41 }
    },
    copy: () => null,
    claim: ({ params, ...call }, table) => claim(table, params.id, call),
    assign: ({ params, body, ...call }, table) => assign(table, params.id, call, body),
    transfer: ({ params, body, ...call }, table) => runs.transfer(table, params.id, call, body),
    release: ({ params, body, ...call }, table) => release(table, params.id, call, body.reason),
    protect: ({ params, body, ...call }, table) =>
      act(table, params.id, call, {
        event: 'protected',
        values: { protectedUntil: daysAgo(-15), recycleAt: daysAgo(-15) },
        reason: body.reason,
      }),
    setStage: ({ params, body, ...call }, table) =>
      act(table, params.id, call, { event: 'stage', values: { stage: body.stage } }),
    convert: ({ params, body, ...call }, table) => runs.convert(table, params.id, call, body),
    invalidate: ({ params, body, ...call }, table) => runs.invalidate(table, params.id, call, body),
    followUp: ({ params, body, ...call }, table) => {
      const lead = table.find(params.id, call)
      if (lead.salesmanId === null || lead.closedAt !== null)
        throw new Refused(codes.conflict, say('conflict', call.language))
      const { stage, ...told } = body
      const at = new Date().toISOString()
      table.change(lead, {
        lastFollowAt: at,
        nextFollowAt: told.nextAt,
        recycleAt: daysAgo(-7),
        stage: stage ?? (lead.stage === 'new' ? 'contacted' : lead.stage),
        firstContactAt: lead.firstContactAt ?? at,
        followUpCount: Number(lead.followUpCount) + 1,
      })
      note(lead, { kind: 'followUp', ...told, by: whoIs(call), salesmanName: String(lead.salesmanName) })
      return table.shown(lead, call) as unknown as LeadDetail
    },
    ...mergeCalls(note),
    claimMany: ({ body, ...call }, table) => several(body.ids, call, (id) => claim(table, id, call)),
    assignMany: ({ body, ...call }, table) => several(body.ids, call, (id) => assign(table, id, call, body)),
    releaseMany: ({ body, ...call }, table) =>
      several(body.ids, call, (id) => release(table, id, call, body.reason)),
    transferMany: ({ body, ...call }, table) =>
      several(body.ids, call, (id) => runs.transfer(table, id, call, body)),
    convertMany: ({ body, ...call }, table) =>
      several(body.ids, call, (id) => runs.convert(table, id, call, body)),
    invalidateMany: ({ body, ...call }, table) =>
      several(body.ids, call, (id) => runs.invalidate(table, id, call, body)),
    assignCount: countOf('assign'),
    assignMatching: onAll('assign'),
    transferCount: countOf('transfer'),
    transferMatching: onAll('transfer'),
    releaseCount: countOf('release'),
    releaseMatching: onAll('release'),
    convertCount: countOf('convert'),
    convertMatching: onAll('convert'),
    invalidateCount: countOf('invalidate'),
    invalidateMatching: onAll('invalidate'),
    timeline: ({ params, ...call }, table) => ({
      events: timelineOf(table.find(params.id, call) as unknown as LeadDetail),
      next: null,
    }),
  },
})
