import type { Endpoint } from '@kabao/contract'
import { allPoints, endpoints } from '@kabao/contract/app/areas'
import { crmNoticeWords } from '@kabao/contract/crm/crm-notice.words'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { tellLate } from '#crm/overdue-notices'
import { giveNotice } from '#crm/recycle'
import { remindDue } from '#crm/remind'
import { exportsOf } from './exports.ts'
import { startApp } from './harness.ts'
import { type Case, cases, claiming, type Own } from './leads/cases.ts'
import { leadsWorld, type Marked } from './leads/world.ts'
import { addressOf, type Sample, sampleOf } from './matrix/samples.ts'

vi.setConfig({ testTimeout: 60_000 })
const app = startApp()
const { person, lead, newTeam } = leadsWorld(app)
const { fetchTicket } = exportsOf(app)

const areas = ['lead', 'leadPool', 'salesman', 'salesTeam', 'crmCenter']
const calls = endpoints.filter(({ area }) => areas.includes(area))
const points = allPoints().filter((point) => areas.includes(point.split(':')[0] as string))

type Person = Awaited<ReturnType<typeof person>>
interface Someone {
  who: string
  asks: Person
  own: Own & { lead: Marked }
  /** What is out of his sight, and what waits in the pool of his team, which hides all that it can. */
  others: Marked[]
  teamPoolId: string
}
let people: Someone[]
const holders = new Map<string, Person>()
beforeAll(async () => {
  const [here, there] = [await newTeam(), await newTeam()]
  const head = await person(here.teamId, points)
  const member = await person(here.teamId, points)
  const mate = await person(here.teamId, points)
  const stranger = await person(there.teamId, points)
  const strangersMate = await person(there.teamId, points)
  await app.pool.query('update sales_team set head_id = $1 where id = $2', [head.salesmanId, here.teamId])
  for (const each of [head, member, mate, stranger]) holders.set(each.adminId, each)
  const [ofHead, ofMember, ofMate] = [
    await lead(here.poolId, head),
    await lead(here.poolId, member),
    await lead(here.poolId, mate),
  ]
  const [ofStranger, waitingThere] = [await lead(there.poolId, stranger), await lead(there.poolId, null)]
  const waitingHere = await lead(here.poolId, null)
  const ownOf = (mine: Marked, asks: Person, colleague: Person) => ({
    lead: mine,
    leadId: mine.leadId,
    salesmanId: asks.salesmanId,
    colleagueId: colleague.salesmanId,
    fileId: mine.fileId as string,
  })
  people = [
    {
      who: 'a member',
      asks: member,
      own: ownOf(ofMember, member, mate),
      others: [ofHead, ofMate, ofStranger, waitingThere],
      teamPoolId: here.poolId,
    },
    {
      who: 'the head of a team',
      asks: head,
      own: ownOf(ofHead, head, member),
      others: [ofStranger, waitingThere],
      teamPoolId: here.poolId,
    },
    {
      who: 'a member of another team',
      asks: stranger,
      own: ownOf(ofStranger, stranger, strangersMate),
      others: [ofHead, ofMember, ofMate, waitingHere],
      teamPoolId: there.poolId,
    },
  ]
  // What the service tells of leads: late ones, follow-ups that are due, and what returns soon.
  await app.pool.query(
    `update lead set first_contact_due_at = now() - interval '1 minute' where salesman_id is not null`,
  )
  for (const tell of [tellLate, remindDue, giveNotice]) expect(await tell(app.db)).toBeGreaterThan(0)
}, 60_000)
const persons = ['a member', 'the head of a team', 'a member of another team']
const someone = (who: string) => people.find((each) => each.who === who) as Someone

/** What of a lead a text shows: the name, the phone or its mask, a note, what was said. The filter by channel names all channels. */
const marksIn = (text: string, { first, phone }: Marked, call: string) =>
  [...(call === 'lead.channels' ? [] : [first]), phone, `****${phone.slice(-4)}`].filter((mark) =>
    text.includes(mark),
  )

/** What belongs to a lead or its salesman and has calls of its own, and how it is found. */
const inTheirFiles: [string, string, (target: Marked) => string | null | Promise<string | null>][] = [
  ...['file.get', 'file.thumbnail', 'file.ticket'].map(
    (name) =>
      [`the image of a follow-up (${name})`, name, ({ fileId }: Marked) => fileId] as [
        string,
        string,
        (target: Marked) => string | null,
      ],
  ),
  ...['get', 'download', 'cancel', 'retry', 'remove'].map(
    (act) => [`an export (${act})`, `exportTask.${act}`, exportOf] as [string, string, typeof exportOf],
  ),
  ...['get', 'update', 'remove'].map(
    (act) => [`a saved view (${act})`, `savedView.${act}`, viewOf] as [string, string, typeof viewOf],
  ),
]

/** A finished export of the salesman who holds a lead. */
async function exportOf({ adminId }: Marked): Promise<string | null> {
  const owner = adminId === null ? undefined : holders.get(adminId)
  if (!owner) return null
  const { body } = await owner('POST', '/lead/page/export', { format: 'csv', columns: ['id', 'name'] })
  expect(body, body.desc).toMatchObject({ code: '0000' })
  return body.data.task.id
}

/** A view of leads that the salesman saved for himself. */
async function viewOf({ adminId, first }: Marked): Promise<string | null> {
  if (adminId === null) return null
  const { rows } = await app.pool.query(
    `insert into saved_view (owner_id, list, name, sort, filters) values ($1, 'lead', $2 || random(), '-arrivedAt', $3) returning id`,
    [adminId, first, { name: first }],
  )
  return rows[0].id
}

/** The code and data of an answer, and all that it says; of an export, with the file. */
async function answerOf(call: Endpoint, asks: Person, given: Partial<Sample>) {
  const sample = { ...sampleOf(call), ...given }
  const response = await app.app.inject({
    method: call.method,
    url: `/api${addressOf(call, sample)}`,
    headers: { token: asks.token },
    ...(call.method !== 'GET' && sample.body !== undefined && { payload: sample.body as object }),
  })
  if (response.headers['content-disposition'] !== undefined)
    return { code: '0000', data: null, text: response.payload }
  const { code, data } = response.json()
  // What is said of an export repeats the caller’s own filters; what he gets is the file.
  const text = data?.ticket ? (await fetchTicket(data.ticket)).body : response.payload
  return { code: code as string, data, text }
}

/** Everything that a call could change about a lead and its salesman. */
const stateOf = async ({ leadId, salesmanId }: Marked) =>
  (
    await app.pool.query(
      `select to_jsonb(c) as lead, (select to_jsonb(s) from salesman s where s.id = $2) as salesman,
         (select count(*) from lead_event e where e.lead_id = c.id) as events,
         (select count(*) from lead_reveal r where r.lead_id = c.id) as reveals from lead c where c.id = $1`,
      [leadId, salesmanId],
    )
  ).rows[0]

test('every call about leads and salespeople has a case', () => {
  expect(Object.keys(cases).toSorted()).toEqual(calls.map(({ name }) => name).toSorted())
})

describe.each(persons)('%s', (who) => {
  test.each(calls.map((call) => [call.name, call] as const))(
    'gets nothing of others by %s',
    async (name, call) => {
      const { asks, own, others } = someone(who)
      const { says, requests } = cases[name] as Case
      for (const target of others) {
        const before = await stateOf(target)
        for (const given of requests(target, own)) {
          const { code, data, text } = await answerOf(call, asks, given)
          const told = { given, shown: marksIn(text, target, name) }
          expect(told).toEqual({ given, shown: [] })
          if (says === 'notThere') expect({ given, code }).toEqual({ given, code: '4040' })
          if (says === 'noneDone') expect({ given, done: data?.done }).toEqual({ given, done: 0 })
          if (says === 'noneChanged') expect({ given, code }).toEqual({ given, code: '4090' })
          if (says === 'nothingOfIt')
            expect({ given, code }).toEqual({ given, code: expect.stringMatching(/^(0000|4040)$/) })
          if (call.area === 'lead' && data?.records)
            expect(data.records.map(({ id }: { id: string }) => id)).not.toContain(target.leadId)
        }
        expect(await stateOf(target)).toEqual(before)
      }
    },
  )

  test.each(
    calls
      .filter(({ area, name }) => area === 'lead' && !claiming(who).includes(name))
      .map((call) => [call.name, call] as const),
  )('gets nothing that the pool of the team hides by %s', async (name, call) => {
    const { asks, own, teamPoolId } = someone(who)
    const target = await lead(teamPoolId, null)
    for (const given of (cases[name] as Case).requests(target, own)) {
      const { text } = await answerOf(call, asks, given)
      expect({ given, shown: marksIn(text, target, name) }).toEqual({ given, shown: [] })
    }
    // Nobody holds it in the end, so that it takes no place of a salesman from the next call.
    await app.pool.query(
      `update lead set merged_into_id = null, salesman_id = null, assigned_at = null, recycle_at = null where id = $1`,
      [target.leadId],
    )
  })

  test.each(inTheirFiles)('%s of others is not there', async (_what, name, idOf) => {
    const { asks, others } = someone(who)
    const call = endpoints.find((each) => each.name === name) as Endpoint
    for (const target of others) {
      const id = await idOf(target)
      if (id === null) continue
      const { code, text } = await answerOf(call, asks, {
        params: { id },
        ...(name === 'savedView.update' && { body: { id, version: 1, name: 'x' } }),
      })
      expect({ code, shown: marksIn(text, target, name) }).toEqual({ code: '4040', shown: [] })
    }
  })

  test('finds the own lead by the same calls, or the tests above would prove nothing', async () => {
    const { asks, own } = someone(who)
    for (const name of [
      'lead.page',
      'lead.export',
      'lead.get',
      'lead.board',
      'lead.timeline',
      'crmCenter.leads',
    ]) {
      const call = calls.find((each) => each.name === name) as Endpoint
      const texts: string[] = []
      for (const given of (cases[name] as Case).requests(own.lead, own))
        texts.push((await answerOf(call, asks, given)).text)
      expect([name, marksIn(texts.join(''), own.lead, '').length > 0]).toEqual([name, true])
    }
    const image = endpoints.find(({ name }) => name === 'file.get') as Endpoint
    expect((await answerOf(image, asks, { params: { id: own.fileId } })).code).toBe('0000')
  })

  test('gets messages without anything of a lead, and their links lead to nothing that is not his', async () => {
    const { asks, others } = someone(who)
    const { rows } = await app.pool.query(
      'select title::text, content::text, link from message where admin_id = $1',
      [asks.adminId],
    )
    expect(rows.length).toBeGreaterThan(0)
    const [page, get] = ['lead.page', 'lead.get'].map((name) => calls.find((each) => each.name === name)) as [
      Endpoint,
      Endpoint,
    ]
    for (const { title, content, link } of rows)
      for (const target of others) {
        expect(marksIn(title + content + JSON.stringify(link), target, '')).toEqual([])
        const { open, ...query } = link?.query ?? {}
        if (open !== undefined) expect(open).not.toBe(target.leadId)
        const body = { size: 200, ...query, ...(query.late && { late: true }) }
        expect(marksIn((await answerOf(page, asks, { body })).text, target, '')).toEqual([])
        // Who gets such a link from somebody else is told that there is no such lead.
        expect((await answerOf(get, asks, { params: { id: target.leadId } })).code).toBe('4040')
      }
  })
})

test('the texts of all messages about leads name counts, pools and minutes only', () => {
  const places = new Set(JSON.stringify(crmNoticeWords.tree).match(/\{\{\w+/g))
  expect([...places].toSorted()).toEqual(['{{count', '{{minutes', '{{pool'])
})
