/** Longer than the longest wait that an alert allows, in seconds. */
const longWait = 900

export const jobFaults = [
  {
    alerts: ['KabaoJobFailed'],
    fault: 'a job has no right that it needs, in each of its tries',
    mend: '`npm run admin -- migrate`, “run again”, and a day',
    seconds: 400,
    async cause({ query, call, admin }) {
      await query('revoke delete on previous_secret from kabao_service')
      const { id } = await call('/job/run', { name: 'previous-secret-sweep' })
      return async () => {
        await admin('migrate')
        await call('/job/again', { name: 'previous-secret-sweep', id })
        await query(
          `update pgboss.job set completed_on = completed_on - interval '1 day' where state = 'failed'`,
        )
      }
    },
  },
  {
    alerts: [
      'KabaoPipelineBehind',
      'KabaoPaymentsBehind',
      'KabaoDeliveriesBehind',
      'KabaoFiguresBehind',
      'KabaoJobsWait',
    ],
    fault: 'no instance has the role `jobs`',
    mend: 'one has',
    seconds: longWait,
    async cause({ restart, call }) {
      for (const nth of [0, 1]) await restart(nth, { serves: 'api,open' })
      await call('/job/run', { name: 'partitions' })
      return () => restart(0)
    },
  },
]
