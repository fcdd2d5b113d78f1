import { type SignedIn, session } from '@kabao/contract/access/session'
import { codes } from '@kabao/contract/kernel/envelope'
import { user } from '@kabao/contract/users/user'
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { useMessages } from '../message/message.ts'
import { beginSession, endSession } from '../session/session.ts'
import { useGuard } from '../session/unsaved.ts'
import { switchLanguage } from '../words/words.ts'
import { goOn, reloadBy, signOut, useExpiry } from './expiry.ts'
import { Refusal } from './refusal.ts'
import { send } from './send.ts'

const texts = () => useMessages.getState().shown.map(({ text }) => text)
const answerWith = (body: unknown, init?: ResponseInit) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(JSON.stringify(body), init))

const menu = () => send(session.menu)
const signedIn = { token: 'kept', username: 'a', name: 'A' } as SignedIn

describe('the request', () => {
  test('has the raw token and the language, read for each call', async () => {
    const server = fakeServer()
    server.answer(session.menu, () => [])
    await menu()
    localStorage.setItem('token', 'abc')
    await switchLanguage('en-US')
    await menu()
    const [first, second] = server.calls(session.menu)
    expect(first?.headers).toEqual({ 'Accept-Language': 'zh-CN' })
    expect(second?.headers).toEqual({ 'Accept-Language': 'en-US', token: 'abc' })
  })

  test('has the parameters in the path and the query after it', async () => {
    const fetched = answerWith({ code: '0000', desc: 'ok', data: {} })
    await send(user.risk, { params: { id: '7' }, query: { type: 'device' } })
    expect(fetched).toHaveBeenCalledWith(
      '/api/user/risk/7?type=device',
      expect.objectContaining({ method: 'GET' }),
    )
  })

  test('times out after ten seconds', async () => {
    vi.useFakeTimers()
    vi.spyOn(globalThis, 'fetch').mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
        ),
    )
    const call = expect(menu()).rejects.toThrow('too long')
    await vi.advanceTimersByTimeAsync(9_999)
    expect(texts()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await call
    expect(texts()).toEqual(['Request Error'])
  })
})

test('the input of an endpoint is required, and nothing else is allowed', () => {
  const misuse = () => {
    // @ts-expect-error the path has an id
    void send(user.get)
    // @ts-expect-error the id is a parameter of the path
    void send(user.get, { query: { id: '1' } })
    // @ts-expect-error there is no such type of report
    void send(user.risk, { params: { id: '1' }, query: { type: 'soul' } })
    // @ts-expect-error it takes no body
    void send(session.menu, { body: {} })
    void send(user.channels)
    void send(user.page, { body: {} })
  }
  expect(misuse).toBeTypeOf('function')
})

describe('the response', () => {
  test('an object also has the description', async () => {
    answerWith({ code: '0000', desc: '请求成功', data: { records: [] } })
    expect(await menu()).toEqual({ records: [], responseDesc: '请求成功' })
  })

  test.each([[null], [[1]], ['text'], [3]])('%j stays unchanged', async (data) => {
    answerWith({ code: '0000', desc: '请求成功', data })
    expect(await menu()).toEqual(data)
  })

  test.each([[0], [undefined], ['000'], ['0']])('the code %j is not a success', async (code) => {
    answerWith({ code, data: {} })
    await expect(menu()).rejects.toBeInstanceOf(Refusal)
    expect(texts()).toEqual(['Error'])
  })

  test('a refusal shows its sentence for five seconds and has its fields', async () => {
    vi.useFakeTimers()
    const server = fakeServer()
    server.answer(session.menu, () =>
      refusal({ code: codes.invalid, desc: '提交的内容有误', fields: { name: '请填写此项' } }),
    )
    await expect(menu()).rejects.toMatchObject({
      message: '提交的内容有误',
      code: '4000',
      fields: { name: '请填写此项' },
    })
    await vi.advanceTimersByTimeAsync(4_999)
    expect(texts()).toEqual(['提交的内容有误'])
    await vi.advanceTimersByTimeAsync(1)
    expect(texts()).toEqual([])
  })

  test('each HTTP failure shows a Request Error, so three failures show three', async () => {
    answerWith({}, { status: 500 })
    await Promise.allSettled([menu(), menu(), menu()])
    expect(texts()).toEqual(['Request Error', 'Request Error', 'Request Error'])
  })

  test("an error's own msg is shown, and the caller gets the error", async () => {
    const error = Object.assign(new Error('offline'), { msg: '网络不可用' })
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(error)
    await expect(menu()).rejects.toBe(error)
    expect(texts()).toEqual(['网络不可用'])
  })

  test('a call that its page aborted shows no error', async () => {
    const server = fakeServer()
    server.answer(session.menu, () => new Promise(() => {}))
    const abort = new AbortController()
    const call = expect(send(session.menu, { signal: abort.signal })).rejects.toThrow()
    abort.abort()
    await call
    expect(texts()).toEqual([])
  })
})

describe('an expired session', () => {
  const reload = vi.fn()
  beforeEach(() => {
    vi.useFakeTimers()
    reload.mockClear()
    reloadBy(reload)
    localStorage.setItem('token', 'old')
    localStorage.setItem('user_info', '{}')
  })
  afterEach(() => vi.advanceTimersByTimeAsync(5_000))

  test('is shown once for several failed calls; two seconds later the console signs out and reloads', async () => {
    answerWith({ code: '2000', desc: 'expired', data: null })
    await Promise.allSettled([menu(), menu(), menu()])
    expect(texts()).toEqual(['登录已过期，请重新登录'])
    await vi.advanceTimersByTimeAsync(1_999)
    expect(localStorage.getItem('token')).toBe('old')
    await vi.advanceTimersByTimeAsync(1)
    expect(localStorage.getItem('token')).toBeNull()
    expect(localStorage.getItem('user_info')).toBeNull()
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('over unsaved changes the page stays, and asks again with the next refused call', async () => {
    answerWith({ code: '2000', desc: 'expired', data: null })
    const form = renderHook(() => useGuard(true))
    onTestFinished(() => form.unmount())
    await Promise.allSettled([menu(), menu()])
    expect(useExpiry.getState()).toEqual({ isOver: true, token: 'old', renewals: 0 })
    goOn(false)
    expect(useExpiry.getState().isOver).toBe(false)
    await Promise.allSettled([menu()])
    expect(useExpiry.getState().isOver).toBe(true)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(texts()).toEqual([])
    expect(localStorage.getItem('token')).toBe('old')
    expect(reload).not.toHaveBeenCalled()
    signOut()
    expect(reload).toHaveBeenCalledTimes(1)
    expect(localStorage.getItem('token')).toBeNull()
  })

  test('a late response to an earlier session does not end the current one', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      localStorage.setItem('token', 'new')
      return new Response('{"code":"2000"}')
    })
    await expect(menu()).rejects.toBeInstanceOf(Refusal)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(localStorage.getItem('token')).toBe('new')
    expect(reload).not.toHaveBeenCalled()
  })

  test('a call that a page sends after sign-out does not reload the login page', async () => {
    answerWith({ code: '2000', desc: 'expired', data: null })
    beginSession(signedIn)
    endSession()
    await expect(menu()).rejects.toBeInstanceOf(Refusal)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(texts()).toEqual([])
    expect(reload).not.toHaveBeenCalled()
  })

  test('is shown if the stored token is deleted by hand, and the user gets to the login page', async () => {
    answerWith({ code: '2000', desc: 'expired', data: null })
    beginSession(signedIn)
    localStorage.removeItem('token')
    await expect(menu()).rejects.toBeInstanceOf(Refusal)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(texts()).toEqual(['登录已过期，请重新登录'])
    expect(reload).toHaveBeenCalledTimes(1)
  })
})
