import { admin } from '@kabao/contract/access/admin'
import { pathOfPage } from '@kabao/contract/app/menu'
import { lead } from '@kabao/contract/crm/lead'
import { push } from '@kabao/contract/engine/push'
import type { Endpoint } from '@kabao/contract/kernel/kernel'
import { idNumber, maskIdNumber, maskPhone, phone } from '@kabao/contract/kernel/personal'
import { channel, channelUv } from '@kabao/contract/supply/channel'
import { org, orgUv } from '@kabao/contract/supply/org'
import { type UserRow, user } from '@kabao/contract/users/user'
import { Refusal, send } from '#kit'
import { byLongNumber, byShortNumber, likeIdNumber, longNumber, type Numbered } from './numbered.ts'

/** A record that was found, or the offer of a look-up. */
export interface RecordFound {
  key: string
  kind: 'user' | 'admin' | 'phone' | 'idNumber' | 'name' | 'leadName' | Numbered['kind']
  title: string
  /** The address to open, and the state of its history entry. */
  to: string
  state?: object
}

export interface Found {
  records: readonly RecordFound[]
  /** Whether a search failed, so that records may be missing. */
  isPartial: boolean
}

/** The most records of each kind. */
const most = 5

/**
 * Finds the records that match a text, as the caller may see them: the service masks, and checks point and data scope. What has the text
 * as its number comes first. Typing never causes a look-up (decision 005): users and leads are found by id, by the first 3 or last 4 digits of a phone, and by the first
 * character of a name. For a whole phone, id number or name the result holds an offer, which looks it up only when it is chosen.
 * @param points the permission points of the caller; a list that they do not permit is not queried
 */
export async function findRecords(
  text: string,
  points: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Found> {
  const isNumber = /^[\d\s+-]{5,}$/.test(text) || idNumber.safeParse(text).success
  const may = ({ point }: Pick<Endpoint, 'point'>) => point === null || points.has(point)
  const exact =
    longNumber.test(text) && !likeIdNumber.test(text) ? byLongNumber : userId.test(text) ? byShortNumber : []
  const searches = [
    ...exact.filter(({ get }) => may(get)).map((each) => byNumber(each, text, signal)),
    ...(may(user.page) ? [usersByFilter(text, signal)] : []),
    ...(may(user.get) ? [userById(text, signal)] : []),
    // A number is no name, and it may be the beginning of a phone or id number.
    ...(may(admin.page) && !isNumber ? [admins(text, signal)] : []),
    ...(isNumber ? [] : partners.filter(({ of }) => may(of.named))).map((each) => byName(each, text, signal)),
    ...(may(lead.page) ? [leads(text, signal)] : []),
    ...(may(push.plans) && !isNumber ? [plans(text, signal)] : []),
  ]
  const answers = await Promise.allSettled(searches)
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const offers = [...(may(user.page) ? lookUps(text) : []), ...(may(lead.page) ? leadLookUp(text) : [])]
  return {
    records: [...found, ...offers].filter(
      (record, at, all) => all.findIndex(({ key }) => key === record.key) === at,
    ),
    isPartial: answers.some(({ status }) => status === 'rejected'),
  }
}

type Search = Promise<RecordFound[]>

/** Texts that the mask of a phone shows: the first 3 or last 4 digits, or the masked phone itself. */
const visibleDigits = /^(1\d{2}|\d{4}|1\d{2}\*{4}\d{4})$/
const oneCharacter = /^\p{Script=Han}$/u
const wholeName = /^\p{Script=Han}[\p{Script=Han}·]{1,19}$/u

/** The filter that finds people by what the mask shows of them. */
const filterOf = (text: string) =>
  visibleDigits.test(text) ? { phone: text } : oneCharacter.test(text) ? { name: text } : null

async function usersByFilter(text: string, signal: AbortSignal): Search {
  const filter = filterOf(text)
  if (!filter) return []
  const page = await send(user.page, {
    body: { current: 1, size: most, sort: '-createdAt', ...filter },
    signal,
    quiet: true,
  })
  return page.records.map(asUser)
}

/** At most 9 digits: more may be the beginning of a phone or id number, which must not be in the address of a call. */
const userId = /^[1-9]\d{0,8}$/

const userById = (text: string, signal: AbortSignal): Search =>
  userId.test(text)
    ? ifThere(async () => [asUser(await send(user.get, { params: { id: text }, signal, quiet: true }))])
    : Promise.resolve([])

const byNumber = ({ kind, get, page, nameOf }: Numbered, id: string, signal: AbortSignal): Search =>
  ifThere(async () => {
    const row = (await send(get, { params: { id }, signal, quiet: true } as never)) as object
    const title = [...nameOf(row), `#${id}`].filter(Boolean).join(' · ')
    return [{ key: `${page} ${id}`, kind, title, to: address(page, { open: id }) }]
  })

/** Nothing if the record does not exist, or the caller may not see it. */
async function ifThere(search: () => Search): Search {
  try {
    return await search()
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}

const asUser = ({ id, name, phone: masked }: Pick<UserRow, 'id' | 'name' | 'phone'>): RecordFound => ({
  key: `user ${id}`,
  kind: 'user',
  title: [name, masked, `#${id}`].filter(Boolean).join(' · '),
  to: address('UserList', { open: id }),
})

async function admins(text: string, signal: AbortSignal): Search {
  const find = (filter: { username: string } | { name: string }) =>
    send(admin.page, {
      body: { current: 1, size: most, sort: '-createdAt', ...filter },
      signal,
      quiet: true,
    })
  const pages = await Promise.all([
    ...(text.length <= 32 ? [find({ username: text })] : []),
    ...(text.length <= 40 ? [find({ name: text })] : []),
  ])
  return pages
    .flatMap(({ records }) => records)
    .map(({ id, username, name }) => ({
      key: `admin ${id}`,
      kind: 'admin' as const,
      title: name === username ? name : `${name} · ${username}`,
      to: address('AdminList', { username }),
    }))
}

/** The lists whose records have a page of their own, which is opened. */
const partners = [
  { kind: 'org', page: 'OrgDetail', of: org },
  { kind: 'org', page: 'OrgDetail', of: orgUv },
  { kind: 'channel', page: 'ChannelDetail', of: channel },
  { kind: 'channel', page: 'ChannelDetail', of: channelUv },
] as const

async function byName(
  { kind, page, of }: (typeof partners)[number],
  text: string,
  signal: AbortSignal,
): Search {
  const found = await send(of.named, { query: { keyword: text.slice(0, 60) }, signal, quiet: true })
  return found.slice(0, most).map(({ id, name, code }) => ({
    key: `${kind} ${id}`,
    kind,
    title: [name, code].filter(Boolean).join(' · '),
    to: address(page, { list: of.named.name.slice(0, -'.named'.length), id }),
  }))
}

async function leads(text: string, signal: AbortSignal): Search {
  const filter = filterOf(text)
  if (!filter) return []
  const page = await send(lead.page, {
    body: { current: 1, size: most, sort: '-arrivedAt', ...filter },
    signal,
    quiet: true,
  })
  return page.records.map(({ id, name, phone: masked }) => ({
    key: `lead ${id}`,
    kind: 'lead',
    title: [name, masked, `#${id}`].filter(Boolean).join(' · '),
    to: address('CrmClue', { open: id }),
  }))
}

async function plans(text: string, signal: AbortSignal): Search {
  const found = await send(push.plans, { query: { keyword: text.slice(0, 60) }, signal, quiet: true })
  return found.slice(0, most).map(({ id, name }) => ({
    key: `plan ${id}`,
    kind: 'plan',
    title: `${name} · #${id}`,
    to: address('PlanPushList', { planId: id }),
  }))
}

/** The offers for a whole value. A whole number is in the state of the history entry, as when it is typed into the list. */
function lookUps(text: string): RecordFound[] {
  const to = address('UserList', {})
  const number = phone.safeParse(text)
  if (number.success) {
    return [
      {
        key: 'phone',
        kind: 'phone',
        title: maskPhone(number.data),
        to,
        state: { filters: { phone: number.data } },
      },
    ]
  }
  const id = idNumber.safeParse(text)
  if (id.success) {
    return [
      {
        key: 'idNumber',
        kind: 'idNumber',
        title: maskIdNumber(id.data),
        to,
        state: { filters: { idNumber: id.data } },
      },
    ]
  }
  if (!wholeName.test(text)) return []
  return [{ key: 'name', kind: 'name', title: text, to: address('UserList', { name: text }) }]
}

/** The offer for a whole name of a lead. */
const leadLookUp = (text: string): RecordFound[] =>
  wholeName.test(text)
    ? [{ key: 'leadName', kind: 'leadName', title: text, to: address('CrmClue', { name: text }) }]
    : []

const address = (page: string, query: Record<string, string>): string => {
  const search = new URLSearchParams(query).toString()
  return `${pathOfPage(page)}${search && `?${search}`}`
}
