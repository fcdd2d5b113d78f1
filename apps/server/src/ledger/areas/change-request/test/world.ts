import { areaWorld, fresh } from '#test/matrix/area-world'
import { payloadPurpose } from '../../../review/change-request.ts'

export default areaWorld(async ({ pool, vault, one, ownerId }) => {
  const channel = await one(
    `insert into channel (name, flow, status, owner_id) values ($1, 'full', 'enabled', $2)`,
    [fresh(), ownerId],
  )
  const collection = await one(`insert into collection (name, provider) values ($1, 'pool')`, [fresh()])
  const id = await one(
    `insert into change_request (kind, target_id, target_name, channel_id, facts, created_by)
     values ('collection', $1, 'channel', $2, '[]', $3)`,
    [collection, channel, ownerId],
  )
  const payload = { given: { provider: 'pool', settings: {}, secrets: {} }, overlapDays: 0 }
  await pool.query('update change_request set payload_sealed = $2 where id = $1', [
    id,
    vault.seal(JSON.stringify(payload), payloadPurpose(id)),
  ])
  return {
    idOf: { changeRequest: id },
    giveTo: (adminId) => pool.query('update channel set owner_id = $2 where id = $1', [channel, adminId]),
  }
})
