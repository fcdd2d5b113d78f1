import { bodyExamples } from '@kabao/contract/api-document'
import { endpoints } from '@kabao/contract/areas'
import { demoWords } from '@kabao/contract/demo.words'
import { codes } from '@kabao/contract/envelope'
import type { Endpoint } from '@kabao/contract/kernel'
import { refusalsOf } from '@kabao/contract/refusals'
import { describe, expect, test } from 'vitest'
import { ask } from '../../test/ask-demo.ts'
import { isInDemo } from './service.ts'

/** What the query of an endpoint needs, where it needs something. */
const queries: Record<string, Record<string, string>> = {
  'session.login': { username: 'admin', password: 'admin' },
  'savedView.list': { list: 'user' },
  'user.risk': { type: 'identity' },
  'blacklist.importTemplate': { format: 'csv' },
  'file.upload': { use: 'avatar' },
  'file.download': { ticket: 'x'.repeat(43) },
}
const examples = bodyExamples as Record<string, unknown>
/** A call that the schemas of its endpoint take. */
const callOf = (endpoint: Endpoint) => ({
  query: queries[endpoint.name] ?? {},
  ...(endpoint.body && { body: examples[endpoint.name] ?? {} }),
})

describe.each(endpoints.map((endpoint) => ({ name: endpoint.name, endpoint })))('$name', ({ endpoint }) => {
  const call = callOf(endpoint)

  test('the call that these tests make is a right one', () => {
    expect(endpoint.query?.safeParse(call.query).error?.issues).toBeUndefined()
    expect(endpoint.body?.safeParse(call.body).error?.issues).toBeUndefined()
  })

  test('who is not signed in is refused, where that is asked for', async () => {
    const { code } = await ask(endpoint, { ...call, token: null })
    if (endpoint.access === 'anyone') expect(code).not.toBe(codes.sessionExpired)
    else expect(code).toBe(codes.sessionExpired)
  })

  test.each(['zh-CN', 'en-US'] as const)(
    'is answered, or said not to be in the demo: %s',
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

test('a path that no endpoint has is refused', async () => {
  expect(await ask({ method: 'GET', path: '/no/such/call' })).toMatchObject({ code: codes.notFound })
})

/** Keys that mean the same in every area. */
const usual = /\.(page|mine|get|counts|create|update|remove|removeMany|reveal)$/

test('what areas have in the same way is in the demo', () => {
  const left = endpoints.filter((endpoint) => usual.test(endpoint.name) && !isInDemo(endpoint))
  // Files are made by the service alone: there are no exports of others to see.
  expect(left.map(({ name }) => name)).toEqual(['exportTask.page'])
})
