import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { approveChanges } from './accounts.ts'
import { partnerPort } from './own-product.ts'
import { call, expect, type Page } from './product.ts'

const repository = join(import.meta.dirname, '..')
const port = partnerPort(Number(process.env.TEST_WORKER_INDEX ?? 0))

/** Starts the built-in partner. @returns what stops it, and frees its port for the next journey */
export async function startPartner(): Promise<() => Promise<unknown>> {
  const child = spawn(process.execPath, [join(repository, 'apps/server/dist/commands/partner.js')], {
    env: { PATH: process.env.PATH, PARTNER_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  await once(child.stderr, 'data')
  return () => {
    child.kill()
    return ended
  }
}

const reply = {
  format: 'json',
  statuses: [200],
  failedStatuses: [429, 500],
  unseal: null,
  price: null,
  url: null,
  outcomes: [
    { when: [{ path: '$.code', is: ['0'] }], outcome: 'accepted' },
    { when: [{ path: '$.code', is: ['2001'] }], outcome: 'rejected' },
  ],
  reason: '$.message',
  externalId: '$.data.orderId',
  agreements: null,
}
/** Where the partner answers for an organization that it plays. */
export const partnerAddress = (code: string, stage: 'submit' | 'query') =>
  `http://127.0.0.1:${port}/${code}/${stage}`
const template = (code: string) => ({
  secrets: [],
  maps: [],
  stages: {
    submit: {
      method: 'POST',
      url: partnerAddress(code, 'submit'),
      headers: [],
      timeoutMs: 3_000,
      content: 'json',
      body: '{"requestId": {{ requestId }}, "phone": {{ phone }}}',
      sign: null,
      seal: null,
      envelope: null,
      reply,
    },
  },
})

/** An enabled organization that the partner plays. */
export async function connectedOrg(page: Page, name: string): Promise<{ id: string }> {
  const { data: org } = await call(page, 'POST', '/org', { name, flow: 'full' })
  const saved = await call(page, 'PUT', `/row/org/${org.id}/template`, {
    template: template(org.code),
    version: 0,
  })
  expect(saved).toMatchObject({ code: '0000' })
  await approveChanges(page)
  const { data: fresh } = await call(page, 'GET', `/org/${org.id}`)
  expect((await call(page, 'POST', `/org/${org.id}/enable`, { version: fresh.version })).code).toBe('0000')
  return org
}

/** A running plan of an organization. @param terms its price and what else it agrees on */
export async function runningPlan(page: Page, orgId: string, name: string, terms: object): Promise<string> {
  const { data: plan } = await call(page, 'POST', '/plan', {
    orgId,
    name,
    flow: 'full',
    startsOn: '2026-01-01',
    ...terms,
  })
  expect((await call(page, 'POST', `/plan/${plan.id}/start`, { version: plan.version })).code).toBe('0000')
  return plan.id
}
