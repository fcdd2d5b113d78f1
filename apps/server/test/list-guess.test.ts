import { createHash } from 'node:crypto'
import { lookUpWords } from '@kabao/contract/kernel/look-up.words'
import { idNumber } from '@kabao/contract/kernel/personal'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listImports } from '#boot/registry'
import { importCheck } from '#platform/imports/check-job'
import { importCommit } from '#platform/imports/commit-job'
import { comparedNumber, printOf } from '#platform/imports/compared'
import { countList, forgetGuesses, hashGuesses, listGuesses } from '#platform/imports/guesses'
import type { RunningJobs } from '#platform/jobs/start'
import { reconcileCheck } from '#reconcile/check-job'
import { orgListRows } from '#reconcile/org-list.rows'
import { reconcileJob } from '#reconcile/run-job'
import { secret, startApp } from './harness.ts'
import { runJobs } from './run-jobs.ts'
import { upload } from './upload.ts'

/**
 * Somebody who sees the mask of a person uploads lists of numbers with this mask to everything that compares a list with our people, and
 * looks at what the dry run says.
 */

vi.setConfig({ testTimeout: 120_000 })
const app = startApp()
type RequestBy = Awaited<ReturnType<typeof app.as>>
let running: RunningJobs

/** Numbers that share a mask; the right one is late, so that luck does not find it. */
const numbers = Array.from(
  { length: 64 },
  (_, n) => `138${String((n * 7919 + 13) % 10_000).padStart(4, '0')}5678`,
)
const phone = secret(numbers[50] as string)
const day = '2026-03-10'
let orgId = ''

beforeAll(async () => {
  running = await runJobs(app, [
    importCheck(listImports),
    importCommit(listImports),
    reconcileCheck,
    reconcileJob,
  ])
  await app.pool.query(`select make_partitions('push_record', '2026-02-01')`)
  const one = async (text: string, ...values: unknown[]) =>
    (await app.pool.query(`${text} returning id`, values)).rows[0].id
  const channel = await one(`insert into channel (name, flow) values ('渠道', 'full')`)
  orgId = await one(`insert into org (code, name, flow) values ('guess', '机构', 'full')`)
  const plan = await one(
    `insert into plan (org_id, name, flow, price_fen, starts_on) values ($1, '计划', 'full', 100, '2026-01-01')`,
    orgId,
  )
  const user = await one(`insert into "user" (phone, name, flow) values ($1, '王小明', 'full')`, phone)
  await app.pool.query(
    `insert into push_record (id, user_id, channel_id, org_id, plan_id, flow, status, price_fen, responded_at)
     values (time_id('2026-03-10T04:00:00Z'), $1, $2, $3, $4, 'full', 'accepted', 100, '2026-03-10T04:00:01Z')`,
    [user, channel, orgId, plan],
  )
  await app.pool.query(
    `insert into lead (phone, source, pool_id) select $1, 'manual', id from lead_pool where kind = 'public'`,
    [phone],
  )
  await app.pool.query(`insert into blacklist (kind, value) values ('phone', $1)`, [phone])
})
afterAll(() => running.stop())
beforeEach(() => app.pool.query('truncate look_up_alarm'))

async function ended<T extends { status: string }>(get: () => Promise<T>): Promise<T> {
  await vi.waitFor(async () => expect((await get()).status).not.toMatch(/^(checking|committing|queued)$/), {
    timeout: 40_000,
    interval: 20,
  })
  return get()
}

async function fileOf(request: RequestBy, use: string, lines: readonly string[]) {
  const sent = await upload(app.app, request.token, use, [{ name: 'a.csv', content: lines.join('\n') }])
  return sent.data[0].id
}

interface Details {
  status: string
  problem: string | null
  report: Record<string, number> | null
}

/** An entrance of imports: what the dry run of a list says. */
const importing =
  (list: string, head: string, line: (value: string) => string) =>
  async (request: RequestBy, values: readonly string[]) => {
    const fileId = await fileOf(request, 'import', [head, ...values.map(line)])
    const { id } = (await request('POST', `/import/${list}` as '/', { fileId })).body.data
    return ended<Details & { id: string }>(
      async () => (await request('GET', `/import/${list}/${id}` as '/')).body.data,
    )
  }
const leads = importing('lead', '手机号,姓名', (value) => `${value},`)
const blacklist = importing('blacklist', '类型,值', (value) => `手机号,${value}`)
const returns = importing('pushReturn', '推送编号或手机号,机构编码,退回原因', (value) => `${value},,空号`)
const checking = (hash: (value: string) => string) => async (request: RequestBy, list: readonly string[]) => {
  const fileId = await fileOf(request, 'reconcile', ['机构单号', ...list.map(hash)])
  const { id } = (await request('POST', '/reconcile/check', { orgId, day, fileId })).body.data
  return ended<Details & { matched: number }>(
    async () => (await request('GET', `/reconcile/check/${id}`)).body.data,
  )
}
const md5 = (value: string) => createHash('md5').update(value).digest('hex')

/** Whether somebody of the list is known; null: the entrance does not say. */
type Entrance = (request: RequestBy, list: readonly string[]) => Promise<boolean | null>
const entrances: Record<string, { points: string[]; entrance: Entrance; most: number }> = {
  leads: {
    points: ['lead:page', 'lead:import'],
    entrance: async (request, list) => {
      const { report } = await leads(request, list)
      return report && list.length > (report.new ?? 0)
    },
    most: listGuesses.most,
  },
  blacklist: {
    points: ['blacklist:page', 'blacklist:import'],
    entrance: async (request, list) => {
      const { report } = await blacklist(request, list)
      return report && (report.present ?? 0) > 0
    },
    most: listGuesses.most,
  },
  returns: {
    points: ['pushReturn:page', 'pushReturn:import'],
    entrance: async (request, list) => {
      const { report } = await returns(request, list)
      return report && (report.unknown ?? 0) < list.length
    },
    most: listGuesses.most,
  },
  'list of an organization': {
    points: ['reconcile:page', 'reconcile:run'],
    entrance: async (request, list) => {
      const { status, matched } = await checking((value) => value)(request, list)
      return status === 'done' ? matched > 0 : null
    },
    most: listGuesses.most,
  },
  'hashes of an organization': {
    points: ['reconcile:page', 'reconcile:run'],
    entrance: async (request, list) => {
      const { status, problem, matched } = await checking(md5)(request, list)
      if (status === 'done') return matched > 0
      return problem?.includes('都无法识别') ? false : null
    },
    most: hashGuesses.most + hashGuesses.refusals,
  },
}

/** Halves the numbers as long as the entrance says which half is the right one, and goes on with smaller parts; then one by one. */
async function attack(request: RequestBy, entrance: Entrance): Promise<readonly string[]> {
  let left: readonly string[] = numbers
  let size = left.length / 2
  while (left.length > 1 && size >= 1) {
    const part = left.slice(0, size)
    const isThere = await entrance(request, part)
    if (isThere !== null) left = isThere ? part : left.slice(size)
    size = Math.floor(Math.min(size, left.length) / 2)
  }
  for (let refused = 0; left.length > 1 && refused < 1; ) {
    const [first, ...others] = left as [string, ...string[]]
    const isThere = await entrance(request, [first])
    if (isThere === null) refused++
    else left = isThere ? [first] : others
  }
  return left
}

const allPoints = [...new Set(Object.values(entrances).flatMap(({ points }) => points))]

const auditOf = async (adminId: string) =>
  (
    await app.pool.query<{ point: string; code: string; after: Record<string, number> }>(
      `select point, code, after from audit_log where admin_id = $1 order by id`,
      [adminId],
    )
  ).rows

test.each(Object.entries(entrances))(
  'lists that are halved find nobody: %s',
  async (_name, { points, entrance, most }) => {
    const request = await app.as(...points)
    const boss = await app.as('*')
    const left = await attack(request, entrance)
    expect(left.length).toBeGreaterThanOrEqual(numbers.length - most)
    const lines = await auditOf(request.adminId)
    expect(lines).toContainEqual(
      expect.objectContaining({ point: points[1], code: '4290', after: { alike: expect.any(Number) } }),
    )
    expect(lines.some(({ after }) => (after?.compared ?? 0) > 0)).toBe(true)
    const { rows } = await app.pool.query('select title from message where admin_id = $1', [boss.adminId])
    expect(rows).toEqual([{ title: lookUpWords.tree.alarm.title }])
  },
)

test('all entrances count together, on every instance, and lists at once are allowed no more', async () => {
  const request = await app.as(...allPoints)
  const [leads, listed, returned, list] = Object.values(entrances).map(({ entrance }) => entrance) as [
    Entrance,
    Entrance,
    Entrance,
    Entrance,
  ]
  const [first, second, third, fourth, ...others] = numbers as [string, string, string, string, ...string[]]
  expect([
    await leads(request, [first]),
    await listed(request, [second]),
    await returned(request, [third]),
    await list(request, [fourth]),
    // The same again is nothing new.
    await leads(request, [first, second, third, fourth]),
  ]).toEqual([false, false, false, false, false])
  const services = { pool: app.servicePool, settings: app.app.services.settings }
  const sent = {
    adminId: request.adminId,
    point: 'lead:import',
    target: { kind: 'leadImport', id: '1' },
    mayReveal: { point: 'lead:reveal', scope: 'all' } as const,
  }
  const results = await Promise.allSettled(
    others.slice(0, 6).map((value) =>
      countList(
        services,
        sent,
        (async function* () {
          yield [{ mask: '138****5678', print: printOf(app.vault, value) }]
        })(),
      ),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await leads(request, others.slice(20, 21))).toBeNull()
  const { rows } = await app.pool.query(`select row_to_json(t)::text as text from list_guess t`)
  for (const { text } of rows) expect(text).not.toContain(first)
  await app.pool.query(`update list_guess set compared_at = now() - interval '721 hours'`)
  expect(await leads(request, others.slice(20, 21))).toBe(false)
  await forgetGuesses(1_000).execute(app.db)
  expect((await app.pool.query('select from list_guess')).rowCount).toBe(1)
})

test('whoever may reveal these people is told, and the list counts as a reveal', async () => {
  await app.set('masking.revealsPerHour', 1)
  const request = await app.as(...allPoints, 'lead:reveal', 'user:reveal', 'blacklist:reveal')
  expect(await entrances.leads?.entrance(request, numbers)).toBe(true)
  expect((await auditOf(request.adminId)).at(-1)).toMatchObject({
    point: 'lead:import',
    code: '0000',
    after: { compared: numbers.length, alike: 1 },
  })
  // Compared before, the same numbers are no reveal again.
  expect(await entrances.blacklist?.entrance(request, numbers)).toBe(true)
  const more = numbers.map((value) => value.replace(/5678$/, '5679'))
  expect(await entrances.returns?.entrance(request, more)).toBeNull()
  await app.set('masking.revealsPerHour', null)
  expect(await entrances['list of an organization']?.entrance(request, numbers)).toBe(true)
  // A salesperson may reveal only leads that he sees.
  const own = await app.as(...allPoints, 'lead:reveal')
  await app.pool.query(
    `update role set data_scope = 'own' where id in (select role_id from admin_role where admin_id = $1)`,
    [own.adminId],
  )
  expect(await entrances.leads?.entrance(own, numbers)).toBeNull()
})

test('a long list of people passes as before, also in parts and again', async () => {
  const request = await app.as('lead:page', 'lead:import')
  const begins = ['133', '135', '136', '138', '139', '150', '158', '159', '176', '187', '188', '199']
  let seed = 1
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed
  }
  const people = [
    ...new Set(
      Array.from(
        { length: 8_000 },
        () => `${begins[next() % begins.length]}${String(next() % 100_000_000).padStart(8, '0')}`,
      ),
    ),
  ].filter((value) => value !== phone)
  const half = await leads(request, people.slice(0, 4_000))
  expect(half.report).toMatchObject({ new: 4_000, waiting: 0, wrong: 0 })
  const { id, report } = await leads(request, [...people, phone, phone])
  expect(report).toMatchObject({ new: people.length, waiting: 1, repeated: 1, wrong: 0 })
  expect((await request('POST', `/import/lead/${id}/commit`, {})).body.code).toBe('0000')
  const done = await ended<Details & { result: object }>(
    async () => (await request('GET', `/import/lead/${id}`)).body.data,
  )
  expect(done.result).toEqual({ added: people.length, present: 0, changed: 0 })
})

test('every list of rows that name people passes the guard', () => {
  expect(
    Object.fromEntries(
      listImports.map(({ name, mayReveal, rows }) => [
        name,
        [mayReveal?.point, rows.comparedBy !== undefined],
      ]),
    ),
  ).toEqual({
    blacklist: ['blacklist:reveal', true],
    lead: ['lead:reveal', true],
    pushReturn: ['user:reveal', true],
    user: ['user:reveal', true],
    // These rows name no person.
    channel: [undefined, false],
    channelUv: [undefined, false],
    poolLink: [undefined, false],
    product: [undefined, false],
    productUv: [undefined, false],
  })
  const id = idNumber.parse('11010519491231002X')
  const read = (value: string) => orgListRows.comparedBy?.({ value, outcome: 'accepted', amount: null })
  expect([numbers[0], id, md5(phone), 'p1', 'E-1'].map((value) => read(value as string)?.mask)).toEqual([
    ...['138****5678', '110***********002X', 'hash', undefined, undefined],
  ])
  expect(comparedNumber('E-1')).toBeNull()
})
