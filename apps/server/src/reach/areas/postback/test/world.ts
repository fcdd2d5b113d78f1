import { areaWorld, fresh, matching } from '#test/matrix/area-world'
import { testPostback } from '#test/reach-world'

const template = testPostback('https://channel.example/told')
const days = { fromDay: '2026-03-01', toDay: '2026-03-07' }

export default areaWorld(async ({ one, pool, ownerId, name }) => {
  const channelId = await one(
    `insert into channel (code, name, flow, owner_id) values ($1, $1, 'full', $2)`,
    [fresh(), ownerId],
  )
  const postback = await one(
    `insert into hook (channel_id, name, events, template) values ($1, $2, '{accepted}', $3)`,
    [channelId, name, JSON.stringify(template)],
  )
  const dead = () =>
    one(
      `insert into delivery (event_id, target_id, kind, event, state, reason, ended_at)
       values (time_id(), $1, 'postback', 'accepted', 'dead', 'tries', now())`,
      [postback],
    )
  const [delivery, several, marked] = [await dead(), await dead(), await dead()]
  const body = () => ({ name: fresh(), event: 'accepted', template })
  return {
    idOf: { postback },
    marked: [marked],
    calls: {
      'postback.create': () => ({ body: { ...body(), channelId } }),
      'postback.update': () => ({ body: { ...body(), id: postback, version: 1 } }),
      'postback.preview': () => ({ body: { template, event: 'accepted' } }),
      'postback.turn': () => ({ body: { isOn: true } }),
      'postback.try': () => ({ body: { event: 'accepted' } }),
      'postback.deliveries': () => ({ body: {} }),
      'postback.details': () => ({ params: { id: delivery } }),
      'postback.again': () => ({ params: { id: delivery } }),
      'postback.againMany': () => ({ body: { ids: [several] } }),
      'postback.againCount': () => ({ body: { filter: { id: marked } } }),
      'postback.againMatching': (world) => ({ body: matching({ id: marked }, world, marked) }),
      'postback.figures': () => ({ body: days }),
    },
    giveTo: (adminId) => pool.query('update channel set owner_id = $1 where id = $2', [adminId, channelId]),
  }
})
