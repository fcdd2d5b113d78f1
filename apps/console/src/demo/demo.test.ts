import { bodyExamples } from '@kabao/contract/app/api-document'
import { endpoints } from '@kabao/contract/app/areas'
import { demoWords } from '@kabao/contract/app/demo.words'
import { codes } from '@kabao/contract/kernel/envelope'
import type { Endpoint } from '@kabao/contract/kernel/kernel'
import { refusalsOf } from '@kabao/contract/kernel/refusals'
import { expect, test } from 'vitest'
import { ask } from '#test/ask-demo.ts'
import { isInDemo } from './service.ts'

/** A valid query for the endpoints that require one. */
const queries: Record<string, Record<string, string>> = {
  'session.login': { username: 'admin', password: 'admin' },
  'savedView.list': { list: 'user' },
  'user.risk': { type: 'identity' },
  'blacklist.importTemplate': { format: 'csv' },
  'lead.importTemplate': { format: 'csv' },
  'channel.importTemplate': { format: 'csv' },
  'channelUv.importTemplate': { format: 'csv' },
  'product.importTemplate': { format: 'csv' },
  'productUv.importTemplate': { format: 'csv' },
  'pushReturn.importTemplate': { format: 'csv' },
  'poolLink.importTemplate': { format: 'csv' },
  'user.importTemplate': { format: 'csv' },
  'reconcile.template': { of: 'bill', format: 'csv' },
  'plan.whyNotExamples': { rule: 'city' },
  'planUv.whyNotExamples': { rule: 'city' },
  'statement.sheet': { orgId: '1', month: '2026-03' },
  'reportAlert.recipients': { report: 'reportOrgList' },
  'reportSchedule.recipients': { report: 'reportOrgList' },
  'file.upload': { use: 'avatar' },
  'file.download': { ticket: 'x'.repeat(43) },
}
const examples = bodyExamples as Record<string, unknown>
/** A call that is valid by the schemas of its endpoint. */
const callOf = (endpoint: Endpoint) => ({
  query: queries[endpoint.name] ?? {},
  ...(endpoint.body && { body: examples[endpoint.name] ?? {} }),
})

/** What an endpoint of the demo does wrong, by its name, for the endpoints that do. */
async function wrongs(look: (endpoint: Endpoint) => unknown): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const endpoint of endpoints) {
    const wrong = await look(endpoint)
    if (wrong !== undefined) found[endpoint.name] = wrong
  }
  return found
}

test('the calls of these tests are valid', async () => {
  const invalid = await wrongs((endpoint) => {
    const { query, body } = callOf(endpoint)
    return endpoint.query?.safeParse(query).error?.issues ?? endpoint.body?.safeParse(body).error?.issues
  })
  expect(invalid).toEqual({})
})

test('a call without a session is refused if its endpoint requires one, and only then', async () => {
  const wrong = await wrongs(async (endpoint) => {
    const { code } = await ask(endpoint, { ...callOf(endpoint), token: null })
    return (code === codes.sessionExpired) === (endpoint.access !== 'anyone') ? undefined : code
  })
  expect(wrong).toEqual({})
})

test.each(['zh-CN', 'en-US'] as const)(
  'every call returns a response as the contract has it, or says that it is not in the demo: %s',
  async (language) => {
    expect(await wrongs((endpoint) => wrongOf(endpoint, language))).toEqual({})
  },
)

/** Why the answer of an endpoint is not as the contract has it; undefined if it is. */
async function wrongOf(endpoint: Endpoint, language: 'zh-CN' | 'en-US'): Promise<unknown> {
  const answer = await ask(endpoint, { ...callOf(endpoint), language })
  if (!isInDemo(endpoint)) {
    const desc = demoWords.tree.notInDemo[language === 'zh-CN' ? 0 : 1]
    return answer.code === codes.notFound && answer.desc === desc ? undefined : answer
  }
  const isPlainRead = endpoint.kind === 'read' && !endpoint.path.includes('{')
  const allowed: readonly string[] = isPlainRead ? [codes.success] : [codes.success, ...refusalsOf(endpoint)]
  if (!allowed.includes(answer.code) || answer.desc === '') return answer
  return answer.code === codes.success ? endpoint.answer.safeParse(answer.data).error?.issues : undefined
}

test('an unknown path is refused', async () => {
  expect(await ask({ method: 'GET', path: '/no/such/call' })).toMatchObject({ code: codes.notFound })
})

/** Keys with the same meaning in every area. */
const usual = /\.(page|mine|get|counts|create|update|remove|removeMany|reveal)$/

test('the endpoints that areas have in common are in the demo', () => {
  const left = endpoints.filter((endpoint) => usual.test(endpoint.name) && !isInDemo(endpoint))
  // Only the service writes files, so the demo has no exports of others, and their page has no alerts and schedules either.
  expect(left.map(({ name }) => name).sort()).toEqual([
    'exportTask.page',
    'reportAlert.page',
    'reportSchedule.page',
  ])
})
