import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { source } from '../lib/open-world.mjs'
import { everySeconds } from './prometheus.mjs'

const second = 1
/** Until Prometheus has surely scraped an instance, in milliseconds. */
const scrapedMs = (everySeconds + 1) * 1_000

/** Faults of instances. The first answers the console meanwhile, unless it is what fails. */
export const instanceFaults = [
  {
    alerts: ['KabaoInstanceDown'],
    fault: 'an instance hangs (SIGSTOP)',
    mend: 'it goes on',
    async cause({ apps }) {
      process.kill(apps[second].pid, 'SIGSTOP')
      return () => process.kill(apps[second].pid, 'SIGCONT')
    },
  },
  {
    alerts: ['KabaoAllDown'],
    fault: 'each instance is killed',
    mend: 'they are started again',
    async cause({ apps, restart }) {
      await Promise.all(apps.map((app) => app.kill()))
      return () => Promise.all([0, second].map((nth) => restart(nth)))
    },
  },
  {
    alerts: ['KabaoRestarts'],
    fault: 'an instance is killed and started again and again',
    mend: 'it stays',
    async cause({ apps, restart }) {
      let isOver = false
      const killing = (async () => {
        for (; !isOver; await sleep(scrapedMs)) {
          await apps[second].kill()
          await restart(second)
        }
      })()
      return () => {
        isOver = true
        return killing
      }
    },
  },
  {
    alerts: [],
    fault: 'an instance ends in order and stays away',
    mend: 'it is started again',
    seconds: 60,
    async cause({ apps, restart }) {
      await restart(second, { env: { DRAIN_SECONDS: '8' } })
      await sleep(scrapedMs)
      await apps[second].stop()
      return () => restart(second)
    },
  },
  {
    alerts: ['KabaoEventLoopBusy'],
    fault: 'more calls than one processor answers',
    mend: 'they end',
    async cause({ urls }) {
      const stop = hammer(`${urls[second]}/metrics`, 12)
      return stop
    },
  },
  {
    alerts: ['KabaoListenerSilent', 'KabaoDatabaseAway'],
    fault: 'the network between an instance and the database is silent',
    mend: 'the network is back',
    beside: ['KabaoCallsFail'],
    async cause({ server, cluster, restart, database }) {
      const { createProxy } = await source('../test/tcp-proxy.ts')
      const { host, port, user } = server.postgres.connection
      const proxy = await createProxy(`${host}/.s.PGSQL.${port}`)
      const from = {
        ...cluster,
        addressOf: () => `postgres://${user}@127.0.0.1:${proxy.port}/${database}`,
      }
      await restart(second, { from })
      await sleep(scrapedMs)
      proxy.silence({ newOnes: true })
      return async () => {
        proxy.lift()
        await sleep(10_000)
        await restart(second)
        await proxy.close()
      }
    },
  },
  {
    alerts: ['KabaoDiskFills', 'KabaoFault'],
    fault: 'the disk of the files is full, and people upload files',
    mend: 'there is room again, and somebody uploads a file',
    beside: ['KabaoCallsFail'],
    async cause({ filesDisk, urls, token }) {
      const { formOf, picture } = await source('../test/upload.ts')
      const image = await picture()
      const upload = async () => {
        const { headers, payload } = await formOf([{ name: 'a.png', content: image, type: 'image/png' }])
        return fetch(`${urls[0]}/api/common/upload?use=avatar`, {
          method: 'POST',
          headers: { ...headers, token },
          body: payload,
        })
      }
      await filesDisk.fill()
      let isOver = false
      const uploading = (async () => {
        for (; !isOver; await sleep(5_000)) await upload().catch(() => undefined)
      })()
      return async () => {
        isOver = true
        await uploading
        await filesDisk.free()
        await upload()
      }
    },
  },
]

/** Keeps so many calls under way. @returns how to end them */
function hammer(url, callers) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  let isOver = false
  const once = () =>
    new Promise((resolve) => {
      request(url, { agent }, (answer) => answer.resume().on('end', resolve))
        .on('error', resolve)
        .end()
    })
  const callings = Array.from({ length: callers }, async () => {
    while (!isOver) await once()
  })
  return async () => {
    isOver = true
    await Promise.all(callings)
    agent.destroy()
  }
}
