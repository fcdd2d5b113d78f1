import { bodyExamples } from '@kabao/contract/api-document'
import { endpoints } from '@kabao/contract/areas'
import { demoWords } from '@kabao/contract/demo.words'
import { codes } from '@kabao/contract/envelope'
import type { Endpoint } from '@kabao/contract/kernel'
import { refusalsOf } from '@kabao/contract/refusals'
import { describe, expect, test } from 'vitest'
import { ask } from '../../test/ask-demo.ts'
import { isInDemo } from './service.ts'

/** A valid query for the endpoints that require one. */
const queries: Record<string, Record<string, string>> = {
  'session.login': { username: 'admin', password: 'admin' },
  'savedView.list': { list: 'user' },
  'user.risk': { type: 'identity' },
  'blacklist.importTemplate': { format: 'csv' },
  'clue.importTemplate': { format: 'csv' },
  'channel.importTemplate': { format: 'csv' },
  'channelUv.importTemplate': { format: 'csv' },
  'product.importTemplate': { format: 'csv' },
  'productUv.importTemplate': { format: 'csv' },
  'pushReturn.importTemplate': { format: 'csv' },
  'poolLink.importTemplate': { format: 'csv' },
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

describe.each(endpoints.map((endpoint) => ({ name: endpoint.name, endpoint })))('$name', ({ endpoint }) => {
  const call = callOf(endpoint)

  test('the call of these tests is valid', () => {
    expect(endpoint.query?.safeParse(call.query).error?.issues).toBeUndefined()
    expect(endpoint.body?.safeParse(call.body).error?.issues).toBeUndefined()
  })

  test('a call without a session is refused if the endpoint requires one', async () => {
    const { code } = await ask(endpoint, { ...call, token: null })
    if (endpoint.access === 'anyone') expect(code).not.toBe(codes.sessionExpired)
    else expect(code).toBe(codes.sessionExpired)
  })

  test.each(['zh-CN', 'en-US'] as const)(
    'returns a response, or says that it is not in the demo: %s',
    async (language) => {
      const answer = await ask(endpoint, { ...call, language })
      if (!isInDemo(endpoint)) {
        const desc = demoWords.tree.notInDemo[language === 'zh-CN' ? 0 : 1]
        expect(answer).toMatchObject({ code: codes.notFound, desc })
        return
      }
      expect([codes.success, ...refusalsOf(endpoint)]).toContain(answer.code)
      expect(answer.desc).not.toBe('')
      if (endpoint.kind === 'read' && !endpoint.path.includes('{')) expect(answer.code).toBe(codes.success)
      if (answer.code === codes.success)
        expect(endpoint.answer.safeParse(answer.data).error?.issues).toBeUndefined()
    },
  )
})

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
