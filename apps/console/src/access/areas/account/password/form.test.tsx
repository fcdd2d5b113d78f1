import { account } from '@kabao/contract/access/account'
import { session } from '@kabao/contract/access/session'
import { frameWords } from '@kabao/contract/app/frame.words'
import { codes } from '@kabao/contract/kernel/envelope'
import { serviceProblemWords } from '@kabao/contract/kernel/service-problem.words'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { switchLanguage } from '#kit'
import { fakeServer, refusal } from '#test/fake-server.ts'
import { renderAt, signIn } from '#test/render.tsx'
import { PasswordForm } from './form.tsx'

test('the sentences at the fields follow the language', async () => {
  const server = fakeServer()
  server.answer(
    account.passwordPolicy,
    () => ({ minLength: 8, kinds: 1, history: 0, refusesCommon: false }) as never,
  )
  const common = serviceProblemWords.tree.passwordCommon
  server.answer(session.changePassword, () =>
    refusal({ code: codes.invalid, desc: '提交的内容有误', fields: { next: common[0] } }),
  )
  signIn()
  const { user } = await renderAt('/', [{ path: '/', Component: PasswordForm }])
  const { current, next, repeat, mismatch } = {
    current: frameWords.tree['password.current'],
    next: frameWords.tree['password.next'],
    repeat: frameWords.tree['password.repeat'],
    mismatch: frameWords.tree['password.mismatch'],
  }
  const type = async (label: string, text: string) => {
    const input = await screen.findByLabelText(new RegExp(`^${label}`))
    await user.clear(input)
    await user.type(input, text)
  }
  await type(current[0], 'old')
  await type(next[0], 'long enough 1')
  await type(repeat[0], 'long enough 2{Enter}')
  await screen.findByText(mismatch[0])
  await act(() => switchLanguage('en-US'))
  await screen.findByText(mismatch[1])

  await act(() => switchLanguage('zh-CN'))
  await type(repeat[0], 'long enough 1{Enter}')
  await screen.findByText(common[0])
  await act(() => switchLanguage('en-US'))
  await screen.findByText(common[1])
  await waitFor(() => expect(screen.queryByText(common[0])).toBeNull())
})
