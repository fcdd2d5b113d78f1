import { areaWorld, fresh } from '#test/matrix/area-world'

const report = 'reportChannelListProfit'
const made = { preset: 'yesterday', columns: ['period'], format: 'csv', language: 'zh-CN' }
const asked = { preset: 'yesterday', grain: 'day', way: 'day', compare: 'none', by: 'both', sort: '-period' }

export default areaWorld(async ({ one, pool, ownerId, name }) => {
  const reportSchedule = await one(
    `insert into report_schedule (owner_id, report, name, asked, columns, format, language, rhythm, hour, recipients, next_at, time_zone)
     values ($1, $2, $3, $4, '{period}', 'csv', 'zh-CN', 'day', 8, array[$1::bigint], '2100-01-01', 'Asia/Shanghai')`,
    [ownerId, report, name, asked],
  )
  const body = () => ({ ...made, rhythm: 'day', hour: 8, name: fresh(), recipients: [ownerId] })
  return {
    idOf: { reportSchedule },
    calls: {
      'reportSchedule.recipients': () => ({ query: { report } }),
      'reportSchedule.create': () => ({ body: { ...body(), report } }),
      'reportSchedule.update': () => ({ body: { ...body(), id: reportSchedule, version: 1 } }),
    },
    giveTo: (adminId) =>
      pool.query('update report_schedule set owner_id = $1 where id = $2', [adminId, reportSchedule]),
  }
})
