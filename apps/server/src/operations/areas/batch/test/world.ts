import { areaWorld } from '#test/matrix/area-world'

export default areaWorld(async ({ one, ownerId }) => ({
  idOf: {
    batch: await one(
      `insert into batch (act, filter_sealed, total, created_by) values ('user.delete', '', 1, $1)`,
      [ownerId],
    ),
  },
}))
