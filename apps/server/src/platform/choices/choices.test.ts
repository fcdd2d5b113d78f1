import { endpoints } from '@kabao/contract/app/areas'
import { mostChoices } from '@kabao/contract/kernel/choice'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '#test/harness'
import { plansOf, vacuum } from '#test/plans'
import { fillAllWords } from './fill.ts'
import { findChoices } from './find.ts'
import { channelChoices, choiceSources, planChoices } from './sources.ts'

const app = startApp()
type RequestBy = Awaited<ReturnType<typeof app.as>>
const idsOf: Record<string, string> = {}

beforeAll(async () => {
  const { rows } = await app.pool.query(`insert into channel (code, name, flow, status) values
    ('dydf', '抖音东方', 'full', 'enabled'), ('cqyh', '重庆银行 A1 渠道', 'full', 'enabled'),
    ('old1', '抖音旧渠道', 'full', 'disabled'), ('bai9x', 'Bai-Du 绿色', 'half', 'enabled') returning id, code`)
  for (const { id, code } of rows) idsOf[code] = id
  await app.pool.query(
    `insert into org (code, name, short_name, flow) values ('hnka', '华南信用卡中心', '华卡', 'full')`,
  )
  await app.pool.query(`insert into plan (org_id, name, flow, price_fen, starts_on, status)
    select id, n, 'full', 1, '2026-01-01', s from org, (values ('标准计划', 'running'), ('旧计划', 'ended')) made (n, s)`)
})

const find = async (path: string, keyword: string, request?: RequestBy) => {
  const caller = request ?? (await app.as('push:page'))
  const { body } = await caller('GET', `/choice/push/${path}?keyword=${encodeURIComponent(keyword)}`)
  return body.data.map((each: { name: string }) => each.name)
}

test.each([
  ['抖音', ['抖音东方', '抖音旧渠道']],
  ['东方', ['抖音东方']],
  ['douyin', ['抖音东方', '抖音旧渠道']],
  ['Dou Yin dong', ['抖音东方']],
  ['dydf', ['抖音东方']],
  ['dongf', ['抖音东方']],
  ['df', ['抖音东方']],
  // The syllable of a character depends on its neighbors.
  ['chongqingyinhang', ['重庆银行 A1 渠道']],
  ['zhongqing', []],
  ['cqyha1', ['重庆银行 A1 渠道']],
  ['银行A1', ['重庆银行 A1 渠道']],
  ['a1qd', ['重庆银行 A1 渠道']],
  ['lvse', ['Bai-Du 绿色']],
  ['baidu', ['Bai-Du 绿色']],
  ['9x', ['Bai-Du 绿色']],
  ['OLD1', ['抖音旧渠道']],
  ['%', []],
  ['_', []],
  ['nothing', []],
])('the keyword %s finds the channels %j', async (keyword, names) => {
  expect((await find('channels', keyword)).toSorted()).toEqual(names.toSorted())
})

test('a record is found by its whole id, and shown with code, hint and status', async () => {
  const request = await app.as('push:page')
  const [old] = (await request('GET', `/choice/push/channels?keyword=${idsOf.old1}`)).body.data
  expect(old).toEqual({
    id: idsOf.old1,
    name: '抖音旧渠道',
    code: 'old1',
    hint: null,
    status: 'disabled',
  })
  const plans = (await request('GET', '/choice/push/plans?keyword=hxk')).body.data
  expect(plans).toEqual([])
  expect((await request('GET', '/choice/push/plans?keyword=biaozhun')).body.data).toMatchObject([
    { name: '标准计划', code: null, hint: '华南信用卡中心', status: 'enabled' },
  ])
})

test('a plan is found by its organization too, also after the organization changed its name', async () => {
  expect((await find('plans', 'huaka')).toSorted()).toEqual(['旧计划', '标准计划'].toSorted())
  expect(await find('plans', 'hnxyk')).toHaveLength(2)
  await app.pool.query(`update org set name = '西部银行'`)
  expect(await find('plans', 'xibu')).toHaveLength(2)
  expect(await find('plans', 'hnxyk')).toEqual([])
})

test('several ids are named in one call, disabled records too; an unknown id is left out', async () => {
  const request = await app.as('push:page')
  const { data } = (await request('GET', `/choice/push/channels?ids=${idsOf.old1},999999,${idsOf.dydf}`)).body
  expect(data.map((each: { id: string }) => each.id).toSorted()).toEqual([idsOf.dydf, idsOf.old1].toSorted())
})

test.each(['ids=1;2', 'ids=1,', 'ids=0', `ids=${Array(101).fill('1').join()}`, 'ids=1%20or%201=1'])(
  '%s is refused at its field',
  async (query) => {
    const { code, data } = (await (await app.as('push:page'))('GET', `/choice/push/channels?${query}`)).body
    expect([code, Object.keys(data.fields)]).toEqual(['4000', ['ids']])
  },
)

test('a search follows additions, changes and deletions', async () => {
  const { rows } = await app.pool.query(
    `insert into channel (code, name, flow) values ('wxgzh', '微信公众号', 'full') returning id`,
  )
  const { id } = rows[0]
  expect(await find('channels', 'weixin')).toEqual(['微信公众号'])
  await app.pool.query(`update channel set name = '视频号' where id = $1`, [id])
  expect(await find('channels', 'weixin')).toEqual([])
  expect(await find('channels', 'sph')).toEqual(['视频号'])
  await app.pool.query('delete from channel where id = $1', [id])
  expect(await find('channels', 'sph')).toEqual([])
  const left = await app.pool.query(`select from choice_word where entity = 'channel' and entity_id = $1`, [
    id,
  ])
  expect(left.rows).toEqual([])
})

test('a name that changes while its texts are made is not lost', async () => {
  const { rows } = await app.pool.query(
    `insert into channel (code, name, flow) values ('race1', '甲方', 'full') returning id`,
  )
  const writer = await app.pool.connect()
  try {
    await writer.query('begin')
    await writer.query(`update channel set name = '乙方' where id = $1`, [rows[0].id])
    // The writer holds the mark: the search neither waits nor takes it.
    expect(await find('channels', 'yifang')).toEqual([])
    await writer.query('commit')
  } finally {
    writer.release()
  }
  expect(await find('channels', 'yifang')).toEqual(['乙方'])
  expect(await find('channels', 'jiafang')).toEqual([])
  await app.pool.query(`delete from channel where code = 'race1'`)
})

test('of twenty searches at once, all find what was just added', async () => {
  await app.pool.query(`insert into channel (code, name, flow) values ('many1', '齐全', 'full')`)
  const request = await app.as('push:page')
  await Promise.all(Array.from({ length: 20 }, () => find('channels', 'quan', request)))
  expect(await find('channels', 'quan', request)).toEqual(['齐全'])
  await app.pool.query(`delete from channel where code = 'many1'`)
})

describe('the data scope `own`', () => {
  let request: RequestBy
  beforeAll(async () => {
    request = await app.as('push:page', 'user:page')
    await app.pool.query(
      `update role set data_scope = 'own' where id = (select role_id from admin_role where admin_id = $1)`,
      [request.adminId],
    )
    await app.pool.query('update channel set owner_id = $1 where id = $2', [request.adminId, idsOf.dydf])
  })

  test.each(['/choice/push/channels', '/choice/user/channels'])(
    'limits %s, by every way to ask',
    async (path) => {
      const names = async (query: string) =>
        (await request('GET', `${path}${query}`)).body.data.map((each: { name: string }) => each.name)
      expect(await names('')).toEqual(['抖音东方'])
      expect(await names('?keyword=douyin')).toEqual(['抖音东方'])
      expect(await names(`?keyword=${idsOf.old1}`)).toEqual([])
      expect(await names(`?ids=${idsOf.old1},${idsOf.dydf}`)).toEqual(['抖音东方'])
    },
  )
})

test('without the point of its page, no choice endpoint answers', async () => {
  const choosing = endpoints.filter(({ choosing }) => choosing)
  expect(choosing.length).toBeGreaterThanOrEqual(6)
  const request = await app.as('role:page')
  for (const { path } of choosing) expect((await request('GET', path)).body.code).toBe('4030')
})

test('every entity is watched for additions, deletions and changes of its texts', async () => {
  const { rows } = await app.pool.query(
    `select event_object_table as name, string_agg(distinct event_manipulation, ' ' order by event_manipulation) as events
     from information_schema.triggers where action_statement ~ 'mark_(added_)?choice' group by 1 order by 1`,
  )
  const entities = choiceSources.map(({ entity }) => entity).toSorted()
  expect(rows).toEqual(entities.map((name) => ({ name, events: 'DELETE INSERT UPDATE' })))
})

describe('of many channels', () => {
  const many = startApp()
  beforeAll(async () => {
    await many.pool.query(
      `insert into channel (code, name, flow) select 'k' || lpad(n::text, 6, '0'), (array['抖音','快手','百度','微信'])[1 + n % 4] || '渠道' || n, 'full'
       from generate_series(1, 20000) n`,
    )
    await many.pool.query(`insert into org (code, name, flow) values ('hnka', '华南信用卡中心', 'full')`)
    await many.pool.query(`insert into plan (org_id, name, flow, price_fen, starts_on)
      select id, '计划' || n, 'full', 1, '2026-01-01' from org, generate_series(1, 1000) n`)
    await fillAllWords(many.db)
    await vacuum(many.pool, 'choice_word', 'channel', 'plan', 'org')
  }, 120_000)

  test.each(['d', 'douyin', 'kuaishouqudao9', '渠道', 'k0', '77', 'nothing'])(
    'a search for %s reads the index from the keyword on and returns at most 20',
    async (keyword) => {
      const request = (db: typeof many.db) => findChoices(db, channelChoices, { keyword }, { owner: null })
      expect((await request(many.db)).length).toBeLessThanOrEqual(mostChoices)
      const plans = await plansOf(many.pool, request)
      for (const plan of plans) expect(plan).not.toMatch(/Seq Scan|Sort/)
      expect(plans.join()).toMatch(/Index Only Scan using choice_word_pkey/)
    },
  )

  test('without a keyword the newest are read over an index', async () => {
    const [plan] = await plansOf(many.pool, (db) => findChoices(db, channelChoices, {}, { owner: null }))
    expect(plan).toMatch(/Index Scan Backward using channel_pkey/)
  })

  test('a plan is searched over the index of its organization', async () => {
    const plans = await plansOf(many.pool, (db) =>
      findChoices(db, planChoices, { keyword: 'hn' }, { owner: null }),
    )
    // Of few organizations, PostgreSQL may read the words of all by their index.
    for (const plan of plans) {
      expect(plan).toMatch(/choice_word_(pkey|entity_id_idx)/)
      expect(plan).not.toMatch(/Seq Scan on choice_word/)
    }
  })
})
