import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { RunningJobs } from '#platform/jobs/start'
import { deriveKeys, keyCheckOf, markOf } from '#platform/keys/key-ring'
import { type RequestFn, startApp } from '#test/harness'
import { newDataKey } from '#test/key-world'
import { runJobs } from '#test/run-jobs'
import { upload } from '#test/upload'
import { reconcileJob } from './run-job.ts'

vi.setConfig({ testTimeout: 60_000 })
const app = startApp()
const day = '2026-03-10'
let requester: RequestFn & { token: string }
let running: RunningJobs
let orgId: string

beforeAll(async () => {
  requester = await app.as('reconcile:page', 'reconcile:run', 'difference:page', 'difference:handle')
  const { rows } = await app.pool.query(
    `insert into org (code, name, flow) values ('formerkeys', '机构', 'full') returning id`,
  )
  orgId = rows[0].id
  running = await runJobs(app, [reconcileJob])
})
afterAll(() => running.stop())

/** Sends a list of people whom we do not have. @returns the differences of the organization, by what is shown of the person */
async function send(...phones: string[]) {
  const content = ['手机号', ...phones].join('\n')
  const [file] = (await upload(app.app, requester.token, 'reconcile', [{ name: 'list.csv', content }])).data
  const body = { orgId, day, toDay: day, fileId: file.id }
  const { data } = (await requester('POST', '/reconcile/org', body)).body
  await expect
    .poll(async () => (await requester('GET', `/reconcile/${data.id}`)).body.data.status)
    .toBe('done')
  const { rows } = await app.pool.query(
    `select id, shown, status, ref from difference where owner_id = $1 order by id`,
    [orgId],
  )
  return rows as { id: string; shown: string; status: string; ref: string }[]
}

test('a person of an earlier list is known again while the data key is replaced and after it is gone', async () => {
  const [one, two, three] = ['13700009001', '13700009002', '13700009003'] as const
  const first = await send(one)
  expect(first).toMatchObject([{ status: 'open' }])

  const old = app.vault.ring().writing
  const key = newDataKey()
  const writing = { key, mark: markOf(keyCheckOf(key)) }
  app.vault.follow({ writing, others: [old], before: old, gone: [] })
  const during = await send(one, two)
  expect(during).toMatchObject([{ id: first[0]?.id, ref: first[0]?.ref, status: 'open' }, { status: 'open' }])
  expect(during[1]?.ref).toBe(app.vault.fingerprintText(two, 'difference.ref').slice(0, 32))

  const gone = [deriveKeys(old.key).hashing.toString('base64')]
  app.vault.follow({ writing, others: [], before: null, gone })
  const after = await send(one, two, three)
  expect(after.slice(0, 2)).toEqual(during)
  expect(after).toHaveLength(3)
  // A person who is not in the list any more is found under the former key too, and is gone.
  expect(await send(two, three)).toMatchObject([
    { id: first[0]?.id, status: 'gone' },
    { status: 'open' },
    { status: 'open' },
  ])
})
