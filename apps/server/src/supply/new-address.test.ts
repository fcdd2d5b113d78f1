import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApp } from '#test/harness'

const app = startApp()

test('super administrators are told of a new host that a channel is notified at, and of no other change', async () => {
  const [owner, editor] = [
    await app.as('*'),
    await app.as('channel:page', 'channel:create', 'channel:update'),
  ]
  const told = async () =>
    (
      await app.pool.query('select content->>1 as en from message where admin_id = $1 order by id', [
        owner.adminId,
      ])
    ).rows
  const name = `渠道 ${randomUUID().slice(0, 8)}`
  const fields = { name, flow: 'full', settlement: 'cpa', priceFen: 100 }
  const made = (await editor('POST', '/channel', fields)).body.data
  const set = async (notifyUrl: string) => {
    const { version } = (await editor('GET', `/channel/${made.id}`)).body.data
    return (await editor('PUT', '/channel', { ...fields, id: made.id, version, notifyUrl })).body.code
  }
  expect(await set('https://one.example.com/a')).toBe('0000')
  expect(await set('https://one.example.com/b')).toBe('0000')
  expect(await told()).toEqual([{ en: expect.stringContaining('to one.example.com') }])
  expect(await set('https://two.example.com/b')).toBe('0000')
  expect(await told()).toHaveLength(2)
})
