import { blacklist } from '@kabao/contract/users/blacklist'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AnswersProvider } from '../call/query.ts'
import { switchLanguage } from '../words/words.ts'
import { useEditor } from './use-editor.ts'

test('the sentence at a field follows the language', async () => {
  const { create, update, get } = blacklist
  const { result } = renderHook(
    () =>
      useEditor({ create, update, get, blank: { kind: 'phone', value: '', reason: '' }, onSaved: () => {} }),
    { wrapper: AnswersProvider },
  )
  await act(() => result.current.save())
  const before = result.current.problems
  expect(Object.keys(before).length).toBeGreaterThan(0)
  expect(Object.values(before).join()).toMatch(/\p{Script=Han}/u)
  await act(() => switchLanguage('en-US'))
  await waitFor(() => expect(Object.values(result.current.problems).join()).not.toMatch(/\p{Script=Han}/u))
  expect(Object.keys(result.current.problems)).toEqual(Object.keys(before))
})
