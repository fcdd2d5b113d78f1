import { areaWorld, fresh, matching } from '#test/matrix/area-world'
import { sealSecrets } from '../../../hook.ts'
import { standardWebhook } from '../../../shipped/standard.ts'

const url = 'https://data.example.com/kabao'

export default areaWorld(async ({ one, pool, vault, name }) => {
  const webhook = await one(`insert into hook (name, events, template) values ($1, '{accepted}', $2)`, [
    name,
    JSON.stringify(standardWebhook(url)),
  ])
  await pool.query('update hook set secrets_sealed = $2 where id = $1', [
    webhook,
    sealSecrets(vault, webhook, { signing: 'whsec_c2VjcmV0' }),
  ])
  const dead = () =>
    one(
      `insert into delivery (event_id, target_id, kind, event, state, reason, ended_at)
       values (time_id(), $1, 'webhook', 'accepted', 'dead', 'tries', now())`,
      [webhook],
    )
  const [delivery, several, marked] = [await dead(), await dead(), await dead()]
  const body = () => ({ name: fresh(), events: ['accepted'], url })
  return {
    idOf: { webhook },
    marked: [marked],
    calls: {
      'webhook.create': () => ({ body: body() }),
      'webhook.update': () => ({ body: { ...body(), id: webhook, version: 1 } }),
      'webhook.turn': () => ({ body: { isOn: true } }),
      'webhook.try': () => ({ body: { event: 'accepted' } }),
      'webhook.newSecret': () => ({ body: { overlapDays: 1 } }),
      'webhook.details': () => ({ params: { id: delivery } }),
      'webhook.again': () => ({ params: { id: delivery } }),
      'webhook.againMany': () => ({ body: { ids: [several] } }),
      'webhook.againCount': () => ({ body: { filter: { id: marked } } }),
      'webhook.againMatching': (world) => ({ body: matching({ id: marked }, world, marked) }),
      'webhook.figures': () => ({ body: { fromDay: '2026-03-01', toDay: '2026-03-07' } }),
    },
  }
})
