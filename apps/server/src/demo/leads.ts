import type pg from 'pg'
import { type Cell, copyRows } from './copy.ts'
import { addCrmStaff, type DemoSalesman, type DemoStaff } from './crm-staff.ts'
import { type Random, randomFor } from './random.ts'

/** The most leads of the demo; with fewer users there are as many as users. */
const mostLeads = 2_000
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

interface Person {
  id: string
  name: string | null
  phone: string
  cityCode: string | null
  channelId: string | null
}

const leadColumns = [
  ...[
    'id',
    'user_id',
    'name',
    'phone',
    'city_code',
    'source',
    'channel_id',
    'pool_id',
    'salesman_id',
    'stage',
  ],
  ...['arrived_at', 'assigned_at', 'first_contact_at', 'next_follow_at', 'last_follow_at', 'recycle_at'],
  ...['closed_at', 'score', 'created_at', 'updated_at'],
]
const eventColumns = [
  'lead_id',
  'kind',
  'at',
  'by_id',
  'from_id',
  'to_id',
  'from_stage',
  'to_stage',
  'reason',
]
const followUpColumns = ['lead_id', 'salesman_id', 'way', 'content', 'result', 'next_at', 'at', 'by_id']

interface Rows {
  leads: Cell[][]
  events: Cell[][]
  followUps: Cell[][]
}

/**
 * Adds the staff of the demo and leads about its newest users: about a third wait in a pool, the others are held by salesmen at every
 * stage, with the history that led there. Users whom somebody accepted are those whose leads were won.
 * @param until the end of the demo's past, in milliseconds since 1970
 */
export async function addLeads(client: pg.PoolClient, { seed, until }: { seed: number; until: number }) {
  const staff = await addCrmStaff(client)
  if (!staff) return
  const people = await newest(client, `status not in ('accepted', 'deleted')`, mostLeads)
  const winners = await newest(client, `status = 'accepted'`, Math.ceil(people.length / 12))
  const rows: Rows = { leads: [], events: [], followUps: [] }
  for (const [at, each] of [...people, ...winners].entries())
    addLead(rows, staff, {
      id: at + 1,
      person: each,
      until,
      random: randomFor(seed + 11, at),
      isWon: at >= people.length,
    })
  await copyRows(client, 'lead', leadColumns, rows.leads)
  await client.query(`select setval(pg_get_serial_sequence('lead', 'id'), greatest($1::bigint, 1))`, [
    rows.leads.length,
  ])
  await copyRows(client, 'lead_event', eventColumns, rows.events.toSorted(byTime))
  await copyRows(client, 'lead_follow_up', followUpColumns, rows.followUps)
  await client.query(
    `insert into lead_pool_use (salesman_id, pool_id, held)
     select salesman_id, pool_id, count(*) from lead where salesman_id is not null and closed_at is null group by 1, 2`,
  )
  await client.query(
    `update salesman s set held = u.held from (select salesman_id, sum(held) as held from lead_pool_use group by 1) u
     where u.salesman_id = s.id`,
  )
}

const byTime = (one: Cell[], other: Cell[]) => String(one[2]).localeCompare(String(other[2]))

async function newest(client: pg.PoolClient, which: string, most: number): Promise<Person[]> {
  const { rows } = await client.query<Person>(
    `select id, name, phone, city_code as "cityCode", channel_id as "channelId" from "user"
     where ${which} and phone is not null order by id desc limit $1`,
    [most],
  )
  return rows
}

interface Lead {
  id: number
  person: Person
  until: number
  random: Random
  isWon: boolean
}

const stages = [
  'contacted',
  'contacted',
  'contacted',
  'interested',
  'interested',
  'applied',
  'new',
  'invalid',
] as const
const sources = ['unaccepted', 'unaccepted', 'unaccepted', 'returned', 'import', 'manual', 'open'] as const
const said = [
  '已电话沟通，需求明确',
  '对方在忙，约好改天再联系',
  '已发送产品资料',
  '正在与家人商量',
  '询问了费用和流程',
]

function addLead(rows: Rows, staff: DemoStaff, { id, person, until, random, isWon }: Lead): void {
  const at = (instant: number) => new Date(instant).toISOString()
  const salesman = random.pick(staff.salesmen)
  const poolId = random.chance(0.5) ? staff.publicPool : (staff.teamPools.get(salesman.teamId) as string)
  const isHeld = isWon || random.chance(0.65)
  const stage = isWon ? 'converted' : isHeld ? random.pick(stages) : 'new'
  const isClosed = stage === 'converted' || stage === 'invalid'
  // What is held is of the last days, so that it does not return to its pool at once.
  const assigned = isHeld ? until - hour - random.below((isClosed ? 25 : 5) * day) : null
  const arrived = (assigned ?? until) - 10 * minute - random.below(isHeld ? 8 * hour : 20 * day)
  const contacts = assigned === null ? [] : contactsOf(assigned, until, random)
  const [first, last] = [contacts[0] ?? null, contacts.at(-1) ?? null]
  const closed = isClosed && last !== null ? last + minute : null
  const next = assigned === null || closed !== null ? null : until + (random.next() * 3 - 0.5) * day
  const orNull = (instant: number | null) => (instant === null ? null : at(instant))
  rows.leads.push([
    ...[
      id,
      person.id,
      person.name ?? '',
      person.phone,
      person.cityCode,
      random.pick(sources),
      person.channelId,
    ],
    ...[poolId, isHeld ? salesman.id : null, stage, at(arrived), orNull(assigned), orNull(first)],
    ...[
      orNull(next),
      orNull(last),
      last === null || closed !== null ? null : at(last + 7 * day),
      orNull(closed),
    ],
    ...[random.below(101), at(arrived), at(closed ?? last ?? arrived)],
  ])
  rows.events.push([id, 'arrived', at(arrived), null, null, null, 'new', 'new', ''])
  if (assigned === null) return
  addWork(rows, salesman, { id, assigned, contacts, closed, stage, next, random })
}

/** One to three contacts after the assignment, before the end. */
function contactsOf(assigned: number, until: number, random: Random): number[] {
  const first = assigned + minute * (2 + random.below(50))
  const rest = Array.from(
    { length: random.below(3) },
    () => first + Math.floor(random.next() * (until - first)),
  )
  return [first, ...rest.toSorted((one, other) => one - other)]
}

interface Work {
  id: number
  assigned: number
  contacts: number[]
  closed: number | null
  stage: string
  next: number | null
  random: Random
}

/** The lines of the history of a lead that somebody holds, and its follow-ups. */
function addWork(
  { events, followUps }: Rows,
  { id: salesmanId, adminId }: DemoSalesman,
  { id, assigned, contacts, closed, stage, next, random }: Work,
): void {
  const at = (instant: number) => new Date(instant).toISOString()
  const isClaim = random.chance(0.4)
  events.push([
    ...[id, isClaim ? 'claimed' : 'assigned', at(assigned), isClaim ? adminId : null, null, salesmanId],
    ...['new', 'new', ''],
  ])
  const open = closed === null ? stage : 'interested'
  for (const [nth, contact] of contacts.entries()) {
    const isLast = nth === contacts.length - 1
    const isReached = open !== 'new'
    events.push([
      ...[id, 'followUp', at(contact), adminId, salesmanId, salesmanId, nth === 0 ? 'new' : open, open, ''],
    ])
    followUps.push([
      ...[id, salesmanId, random.pick(['call', 'call', 'wechat', 'sms'] as const)],
      ...[isReached ? random.pick(said) : '无人接听', isReached ? 'reached' : 'noAnswer'],
      ...[isLast && next !== null ? at(next) : null, at(contact), adminId],
    ])
  }
  if (closed === null) return
  events.push([
    ...[id, stage === 'converted' ? 'converted' : 'invalidated', at(closed), adminId, salesmanId, salesmanId],
    ...[open, stage, stage === 'converted' ? '已成交' : '无意向'],
  ])
}
