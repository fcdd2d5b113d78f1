import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { addPeople } from '../lib/pipeline-world.mjs'
import { mute, orgs } from './world.mjs'

const second = 1
/** More than the alert lets pass, and more than a breaker needs. */
const people = 30

const setAll = (partner, rules, codes = orgs) => Promise.all(codes.map((code) => partner.set(code, rules)))

export const partnerFaults = [
  {
    alerts: ['KabaoPartnerCallsFail'],
    fault: 'organizations answer every second call with HTTP 500',
    mend: 'they accept again',
    async cause(world) {
      await setAll(world.partner, { behaviors: ['error', 'accept'] })
      let isOver = false
      const arriving = (async () => {
        for (; !isOver; await sleep(2_000)) await addPeople(world, 2)
      })()
      return async () => {
        await setAll(world.partner, { behaviors: ['accept'] })
        isOver = true
        await arriving
      }
    },
  },
  {
    alerts: ['KabaoBreakerOpen'],
    beside: ['KabaoPartnerCallsFail'],
    fault: 'organizations answer with HTTP 500',
    mend: 'they accept again, and each breaker is closed in the console',
    async cause(world) {
      await setAll(world.partner, { behaviors: ['error'] })
      await addPeople(world, people)
      return async () => {
        await setAll(world.partner, { behaviors: ['accept'] })
        // Nobody tries an organization that others are preferred to.
        for (const { id } of await world.query('select org_id as id from org_breaker'))
          await world.call(`/row/org/${id}/breaker/close`, null)
      }
    },
  },
  {
    alerts: ['KabaoPushesInTrouble'],
    fault: 'an organization says “later” to 30 people, and cannot be asked',
    mend: 'each is settled in the console',
    async cause(world) {
      const others = orgs.filter((code) => code !== mute)
      await setAll(world.partner, { behaviors: ['reject'] }, others)
      await setAll(world.partner, { behaviors: ['later'], toldAfterMs: 86_400_000 }, [mute])
      await addPeople(world, people)
      return async () => {
        await setAll(world.partner, { behaviors: ['accept'] })
        const { records } = await world.call('/push/trouble/page', { state: 'open', size: 100 })
        for (const { pushId } of records)
          await world.call(`/user/push/${pushId}/settle`, { outcome: 'accepted' })
      }
    },
  },
  {
    alerts: ['KabaoTracesLost'],
    fault: 'nobody takes the traces',
    mend: 'a receiver runs again',
    async cause({ restart, atEnd }) {
      const receiver = createServer((asked, answer) => {
        asked.resume().on('end', () => answer.setHeader('content-type', 'application/json').end('{}'))
      })
      await new Promise((done) => receiver.listen(0, '127.0.0.1', done))
      const { port } = receiver.address()
      await new Promise((done) => receiver.close(done))
      await restart(second, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` } })
      return async () => {
        await new Promise((done) => receiver.listen(port, '127.0.0.1', done))
        atEnd(() => receiver.closeAllConnections())
        atEnd(() => receiver.close())
      }
    },
  },
]
