import type { MergeField } from '@kabao/contract/crm/lead-merge'
import { expect, test } from 'vitest'
import { crmWorld, day } from '#test/crm-world'
import { startApp } from '#test/harness'
import { arrive } from './arrive.ts'
import { claim } from './claim-and-assign.ts'
import { followUp } from './follow-up.ts'
import { mergeLeads, partsOf } from './merge.ts'
import { undoMerge, whatCannotBeUndone } from './undo-merge.ts'
import { findWrongCounts } from './wrong-counts.ts'

const app = startApp()
const { one, newSalesman, newPool, write, leadOf, heldBy, kindsOf } = crmWorld(app)
const by = null
let numbers = 0
const newPhone = () => `1370000${String(++numbers).padStart(4, '0')}`

/** A lead with a phone, and one about a user, each held by a salesman of the team. */
async function pair() {
  const { poolId, teamId } = await newPool()
  const salesmen = [await newSalesman({ team_id: teamId }), await newSalesman({ team_id: teamId })] as const
  const phones = [newPhone(), newPhone()] as const
  const userId = await one('"user"', { flow: 'full', name: '王小明', phone: phones[1] })
  const keep = { phone: phones[0], name: '王', cityCode: '310000', source: 'import', poolId, by } as const
  const other = { userId, name: '王小明', score: 70, source: 'unaccepted', poolId, by } as const
  const { id: keepId } = await write((db) => arrive(db, keep))
  const { id: otherId } = await write((db) => arrive(db, other))
  await write((db) => claim(db, { leadId: keepId, salesmanId: salesmen[0], by, day }))
  await write((db) => claim(db, { leadId: otherId, salesmanId: salesmen[1], by, day }))
  return { poolId, salesmen, phones, userId, keepId, otherId, keep, other }
}
const merge = (keepId: string, otherId: string, fields: readonly MergeField[] = []) =>
  write((db) => mergeLeads(db, { keepId, otherId, fields, by, day }))
const undo = (mergeId: string) => write((db) => undoMerge(db, { mergeId, by, day }))
/** A lead without what every act changes. */
const stateOf = async (id: string) => {
  const { version, updated_at, updated_by, ...state } = await leadOf(id)
  return state
}
const called = { way: 'call', content: '-', result: 'reached', nextAt: null } as const

test('two leads of one person become one, with the chosen fields, and one place of a salesman is free', async () => {
  const { keepId, otherId, salesmen, phones, userId } = await pair()
  await merge(keepId, otherId, ['name', 'score'])
  expect(await leadOf(keepId)).toMatchObject({
    name: '王小明',
    score: 70,
    phone: phones[0],
    user_id: userId,
    city_code: '310000',
    stage: 'new',
    salesman_id: salesmen[0],
  })
  expect(await leadOf(otherId)).toMatchObject({ merged_into_id: keepId, stage: 'invalid', user_id: null })
  expect([await heldBy(salesmen[0]), await heldBy(salesmen[1])]).toEqual([1, 0])
  expect([await kindsOf(keepId), await kindsOf(otherId)]).toEqual([
    ['arrived', 'claimed', 'merged'],
    ['arrived', 'claimed', 'merged'],
  ])
  expect(await partsOf(app.db, keepId)).toEqual([keepId, otherId])
  expect(await findWrongCounts(app.db)).toEqual([])
})

test('undone, both leads are exactly as before, and so are the counters', async () => {
  const { keepId, otherId, salesmen } = await pair()
  const before = [await stateOf(keepId), await stateOf(otherId)]
  const { id } = await merge(keepId, otherId, ['name', 'phone', 'userId', 'cityCode', 'score', 'remark'])
  expect(await undo(id)).toEqual({ fields: [], acts: [], isHolderFull: false })
  expect([await stateOf(keepId), await stateOf(otherId)]).toEqual(before)
  expect([await heldBy(salesmen[0]), await heldBy(salesmen[1])]).toEqual([1, 1])
  await expect(undo(id)).rejects.toMatchObject({ words: 'mergeUndone' })
  expect(await findWrongCounts(app.db)).toEqual([])
})

test('what was edited or done since is named before the undoing, and stays', async () => {
  const { keepId, otherId, salesmen } = await pair()
  const { id } = await merge(keepId, otherId, ['name', 'score'])
  await app.pool.query(`update lead set name = '王先生' where id = $1`, [keepId])
  await write((db) => followUp(db, { leadId: keepId, salesmanId: salesmen[0], by, day, ...called }))
  await app.pool.query('update salesman set capacity = 0 where id = $1', [salesmen[1]])
  const left = {
    fields: ['name'],
    acts: [{ kind: 'followUp', at: expect.any(String) }],
    isHolderFull: true,
  }
  expect(await whatCannotBeUndone(app.db, id)).toEqual(left)
  expect(await undo(id)).toEqual(left)
  expect(await leadOf(keepId)).toMatchObject({
    name: '王先生',
    score: 0,
    user_id: null,
    stage: 'contacted',
  })
  expect(await leadOf(otherId)).toMatchObject({ salesman_id: null, stage: 'new', merged_into_id: null })
  expect(await findWrongCounts(app.db)).toEqual([])
})

test('who comes again by either phone or as the user is noted at the lead that stayed', async () => {
  const { keepId, otherId, phones, userId, keep, other } = await pair()
  const second = await write((db) => arrive(db, { ...keep, phone: newPhone() }))
  await merge(keepId, otherId, ['userId'])
  await merge(keepId, second.id, ['phone'])
  expect((await leadOf(second.id)).phone).toBe(phones[0])
  for (const arrival of [keep, other, { ...keep, phone: phones[0] }])
    expect(await write((db) => arrive(db, arrival))).toEqual({ id: keepId, isNew: false, channelId: null })
  expect((await leadOf(keepId)).user_id).toBe(userId)
})

test('of two who merge the same pair at once, one does and the other is told, in every round', async () => {
  for (let round = 0; round < 20; round++) {
    const { keepId, otherId } = await pair()
    const answers = await Promise.allSettled([
      merge(keepId, otherId),
      merge(otherId, keepId),
      merge(keepId, otherId),
    ])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ words: 'leadMerged' })
  }
  expect(await findWrongCounts(app.db)).toEqual([])
})

test('a merge is not undone after thirty days, nor before a later one of the same lead', async () => {
  const { keepId, otherId, keep } = await pair()
  const { id } = await merge(keepId, otherId)
  const top = await write((db) => arrive(db, { ...keep, phone: newPhone() }))
  const later = await merge(top.id, keepId)
  await expect(undo(id)).rejects.toMatchObject({ words: 'mergedAgain' })
  await undo(later.id)
  await app.pool.query(`update lead_merge set created_at = now() - interval '31 days' where id = $1`, [id])
  await expect(undo(id)).rejects.toMatchObject({ words: 'mergeTooOld' })
})

test('a merge is not undone once the person has another lead', async () => {
  const { keepId, otherId, poolId } = await pair()
  const { id } = await merge(keepId, otherId, ['phone'])
  const phone = (await leadOf(keepId)).phone
  await app.pool.query('update lead set user_id = null where id = $1', [keepId])
  const { user_id } = (
    await app.pool.query(`select other_before->>'user_id' as user_id from lead_merge where id = $1`, [id])
  ).rows[0]
  await one('lead', { user_id, source: 'manual', pool_id: poolId })
  await expect(undo(id)).rejects.toMatchObject({ words: 'mergePersonTaken' })
  expect((await leadOf(keepId)).phone).toBe(phone)
})

test('the deletion of the user empties both leads and what they were before, also while they are merged', async () => {
  for (let round = 0; round < 10; round++) {
    const { keepId, otherId, userId } = await pair()
    await Promise.allSettled([
      merge(keepId, otherId, ['name']),
      app.pool.query(
        `update "user" set status = 'deleted', deleted_at = now(), name = null, phone = null where id = $1`,
        [userId],
      ),
    ])
    const leads = [await leadOf(keepId), await leadOf(otherId)]
    expect(leads[1]).toMatchObject({ is_forgotten: true, name: '', phone: null })
    if (leads[1].merged_into_id !== null) expect(leads[0]).toMatchObject({ is_forgotten: true, name: '' })
    const { rows } = await app.pool.query(
      `select id from lead_merge where keep_id = $1 and (keep_before is not null or other_before is not null)`,
      [keepId],
    )
    expect(rows).toEqual([])
  }
  expect(await findWrongCounts(app.db)).toEqual([])
})
