import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(import.meta.url)

/**
 * Starts the built-in partner as a process of its own, so that its processor time is not that of the service.
 * @returns its port, `set` for the rules of an organization from its next request on, `memory` for what arrived and what it decided, and
 * `stop`
 */
export async function startPartnerProcess() {
  const child = fork(file)
  const [port] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The partner did not start.'))),
  ])
  return {
    port,
    async set(org, rules) {
      const answer = await fetch(`http://127.0.0.1:${port}/${org}/rules`, {
        method: 'PUT',
        body: JSON.stringify(rules),
      })
      if (!answer.ok) throw new Error(`The partner refuses the rules of ${org}: ${await answer.text()}`)
    },
    async memory() {
      const answer = once(child, 'message')
      child.send('memory')
      const [{ received, decided }] = await answer
      return { received, find: (org, requestId) => decided[`${org} ${requestId}`] }
    },
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

function toldBy({ memory }) {
  const { received } = memory
  const decided = [...new Set(received.map(({ org }) => org))].flatMap((org) =>
    memory.decisions(org).map(({ requestId, outcome }) => [`${org} ${requestId}`, { outcome }]),
  )
  return { received, decided: Object.fromEntries(decided) }
}

if (process.argv[1] === file) {
  const { startPartner } = await import('../../apps/server/src/demo/partner/partner.ts')
  const partner = await startPartner()
  // It ends with the process that started it, however that ends.
  process.once('disconnect', () => process.exit())
  process.on('message', () => process.send(toldBy(partner)))
  process.send(partner.port)
}
