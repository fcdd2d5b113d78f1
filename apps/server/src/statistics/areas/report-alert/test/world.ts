import { areaWorld, fresh } from '#test/matrix/area-world'

const report = 'reportChannelListProfit'
const rule = { figure: 'registrations', condition: 'above', bound: 1, every: 'day' }

export default areaWorld(async ({ one, pool, ownerId, name }) => {
  const reportAlert = await one(
    `insert into report_alert (owner_id, report, name, figure, condition, bound, every, judged_until)
     values ($1, $2, $3, 'registrations', 'above', 1, 'day', now())`,
    [ownerId, report, name],
  )
  return {
    idOf: { reportAlert },
    calls: {
      'reportAlert.recipients': () => ({ query: { report } }),
      'reportAlert.try': () => ({ body: { report, ...rule } }),
      'reportAlert.create': () => ({ body: { report, ...rule, name: fresh(), recipients: [] } }),
      'reportAlert.update': () => ({ body: { ...rule, id: reportAlert, version: 1, name: fresh() } }),
    },
    giveTo: (adminId) =>
      pool.query('update report_alert set owner_id = $1 where id = $2', [adminId, reportAlert]),
  }
})
