import { areaWorld, fresh } from '#test/matrix/area-world'

export default areaWorld(async ({ one, pool, ownerId, name }) => {
  const accessToken = await one(
    `insert into access_token (admin_id, name, token_hash, token_end, points, data_scope, expires_at)
     values ($1, $2, $3, 'abcd', '{user:page}', 'all', now() + interval '1 day')`,
    [ownerId, name, Buffer.from(name)],
  )
  return {
    idOf: { accessToken },
    calls: {
      'accessToken.make': () => ({
        body: { name: fresh(), points: ['user:page'], dataScope: 'own', days: 1, password: 'wrong 1' },
      }),
    },
    giveTo: (adminId) =>
      pool.query('update access_token set admin_id = $1 where id = $2', [adminId, accessToken]),
  }
})
