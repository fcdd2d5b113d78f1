import { areaWorld } from '#test/matrix/area-world'

export default areaWorld(async ({ one, ownerId }) => ({
  idOf: {
    exportTask: await one(
      `insert into export_task (resource, format, filter, filter_sealed, language, rows_total, created_by)
       values ('user', 'csv', '{}', '', 'zh-CN', 1, $1)`,
      [ownerId],
    ),
  },
}))
