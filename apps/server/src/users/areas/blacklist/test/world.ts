import { areaWorld, fresh } from '#test/matrix/area-world'

export default areaWorld(async ({ one, pool, ownerId, name }) => {
  const blacklist = await one(`insert into blacklist (kind, value, created_by) values ('device', $1, $2)`, [
    name,
    ownerId,
  ])
  return {
    idOf: { blacklist },
    calls: {
      'blacklist.create': () => ({ body: { kind: 'device', value: fresh() } }),
      'blacklist.update': () => ({ body: { id: blacklist, version: 1, value: fresh() } }),
    },
    giveTo: (adminId) =>
      pool.query('update blacklist set created_by = $1 where id = $2', [adminId, blacklist]),
  }
})
