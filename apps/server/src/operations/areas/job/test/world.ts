import { areaWorld } from '#test/matrix/area-world'

export default areaWorld(async ({ one }) => {
  const runIn = async (name: string, state: string) => ({
    name,
    id: await one(
      `insert into pgboss.job (name, data, state, completed_on)
       values ($1, '{}', $2::pgboss.job_state, case when $2 = 'completed' then now() end)`,
      [name, state],
    ),
  })
  const done = await runIn('login-log-retention', 'completed')
  const waiting = await runIn('file-sweep', 'created')
  return {
    idOf: {},
    calls: {
      'job.run': () => ({ body: { name: 'message-retention' } }),
      'job.again': () => ({ body: done }),
      'job.cancel': () => ({ body: waiting }),
    },
  }
})
