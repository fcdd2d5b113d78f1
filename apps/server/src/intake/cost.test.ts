import { expect, test } from 'vitest'
import { noteResults } from '#ledger/channel-cost/note'
import { bookAllResults, setTerms } from '#test/channel-results'
import { startApp } from '#test/harness'
import { newChannel } from '#test/open-caller'

const app = startApp()
const day = '2026-03-02'

test('a channel reads what it is owed for a day, with what is deducted and why, and nothing of others', async () => {
  const [channel, other] = [await newChannel(app), await newChannel(app)]
  for (const { id } of [channel, other])
    await setTerms(app, id, { settlement: 'cpl', priceFen: 250, deductionBp: 5_000 })
  const note = (channelId: string, ids: string[], businessDay: string) =>
    app.db.transaction().execute((write) =>
      noteResults(
        write,
        'push',
        ids.map((id) => ({ channelId, id, businessDay })),
      ),
    )
  await note(channel.id, ['77', '1'], day)
  await note(channel.id, ['2'], '2026-03-03')
  await note(other.id, ['3'], day)
  await bookAllResults(app)
  const { data } = (await channel.call('POST', '/cost', { day })).body
  const at = expect.any(String)
  expect(data).toEqual({
    deductionBp: 5_000,
    results: [
      {
        number: 1,
        kind: 'push',
        refId: '77',
        at,
        baseFen: 250,
        costFen: 0,
        isDeducted: true,
        draw: 1243,
        deductionBp: 5_000,
      },
      {
        number: 2,
        kind: 'push',
        refId: '1',
        at,
        baseFen: 250,
        costFen: 250,
        isDeducted: false,
        draw: 9158,
        deductionBp: 5_000,
      },
    ],
    next: null,
  })
  const rest = (await channel.call('POST', '/cost', { day, after: 1 })).body.data
  expect(rest.results.map(({ number }: { number: number }) => number)).toEqual([2])
  expect((await channel.call('POST', '/cost', { day: 'yesterday' })).code).toBe('4000')
})

test('a day with many results is read in portions', async () => {
  const channel = await newChannel(app)
  await setTerms(app, channel.id, { settlement: 'cpl', priceFen: 10 })
  const ids = Array.from({ length: 501 }, (_, nth) => String(nth + 1))
  await app.db.transaction().execute((write) =>
    noteResults(
      write,
      'push',
      ids.map((id) => ({ channelId: channel.id, id, businessDay: day })),
    ),
  )
  await bookAllResults(app)
  const first = (await channel.call('POST', '/cost', { day })).body.data
  expect([first.results.length, first.next]).toEqual([500, 500])
  const second = (await channel.call('POST', '/cost', { day, after: first.next })).body.data
  expect([second.results.length, second.next]).toEqual([1, null])
})
