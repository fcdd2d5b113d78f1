import { setTimeout as sleep } from 'node:timers/promises'

/** A list of the console whose table neither the light traffic nor a job reads. */
const path = '/user/feedback/page'
const lock = 'lock table feedback in access exclusive mode'

export const callFaults = [
  {
    alerts: ['KabaoCallsFail'],
    fault: 'the service has no right to read a table',
    mend: '`npm run admin -- migrate`',
    async cause({ query, call, admin }) {
      await query('revoke select on feedback from kabao_service')
      const stop = keepCalling(() => call(path, {}), 1, 500)
      return async () => {
        await admin('migrate')
        await sleep(20_000)
        await stop()
      }
    },
  },
  {
    alerts: ['KabaoCallsSlow', 'KabaoPoolFull'],
    fault: 'a statement holds a lock for 3 s again and again, and 16 people read the table',
    mend: 'the statement ends',
    async cause({ pool, call }) {
      let isOver = false
      const locking = (async () => {
        const client = await pool.connect()
        while (!isOver) {
          await client.query('begin')
          await client.query(lock)
          await sleep(3_000)
          await client.query('rollback')
        }
        client.release()
      })()
      const stop = keepCalling(() => call(path, {}), 16, 50)
      return async () => {
        isOver = true
        await locking
        await sleep(20_000)
        await stop()
      }
    },
  },
]

/** So many people call again and again, whatever is answered. @returns how to end it */
function keepCalling(act, people, pauseMs) {
  let isOver = false
  const all = Array.from({ length: people }, async () => {
    for (; !isOver; await sleep(pauseMs)) await act().catch(() => undefined)
  })
  return async () => {
    isOver = true
    await Promise.all(all)
  }
}
