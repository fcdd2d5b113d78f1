import { errorEvent } from '@kabao/contract/operations/error-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { useMessages } from '#kit/message/message.ts'
import { fakeServer, refusal } from '#test/fake-server.ts'

let server: ReturnType<typeof fakeServer>
let report: typeof import('./report.ts')
beforeEach(async () => {
  vi.resetModules()
  report = await import('./report.ts')
  server = fakeServer()
  server.answer(errorEvent.report, () => null)
})
const reports = () => server.calls(errorEvent.report).map(({ body }) => body)

test('an error is reported with its address, without the query', async () => {
  window.history.replaceState(null, '', '/user/list?name=secret#part')
  report.reportError(new TypeError('x is not there'), { componentStack: '\n    at UserPage' })
  await vi.waitFor(() => expect(reports()).toHaveLength(1))
  expect(reports()[0]).toMatchObject({
    name: 'TypeError',
    message: 'x is not there',
    stack: expect.stringContaining('at UserPage'),
    url: 'http://localhost:3000/user/list',
  })
})

test('the same error is reported once, and at most twenty errors per page load', async () => {
  for (let at = 0; at < 5; at++) report.reportError(new Error('again'))
  for (let at = 0; at < 30; at++) report.reportError(new Error(`another ${at}`))
  await vi.waitFor(() => expect(reports()).toHaveLength(20))
  expect(reports().filter(({ message }) => message === 'again')).toHaveLength(1)
})

test('an uncaught error is reported; a refusal is not, because it was shown where it happened', async () => {
  report.watchErrors()
  window.dispatchEvent(new ErrorEvent('error', { error: new RangeError('uncaught') }))
  const rejected = (reason: unknown) =>
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))
  rejected('a word')
  rejected(Object.assign(new Error('no'), { name: 'Refusal' }))
  await vi.waitFor(() => expect(reports()).toHaveLength(2))
  expect(reports().map(({ name, message }) => [name, message])).toEqual([
    ['RangeError', 'uncaught'],
    ['string', 'a word'],
  ])
})

test('a report that fails shows nothing and is not reported itself', async () => {
  server.answer(errorEvent.report, () => refusal({ code: '4290', desc: '太频繁' }))
  const rejections = vi.fn()
  process.on('unhandledRejection', rejections)
  report.reportError(new Error('one'))
  report.reportError({
    toString() {
      throw new Error('cannot be described')
    },
  })
  await vi.waitFor(() => expect(reports()).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 20))
  process.off('unhandledRejection', rejections)
  expect(rejections).not.toHaveBeenCalled()
  expect(useMessages.getState().shown).toEqual([])
})
