import { fill, inLanguage, type Language } from '@kabao/contract/kernel/language'
import { problemWords } from '@kabao/contract/kernel/problem.words'
import { serviceProblemWords } from '@kabao/contract/kernel/service-problem.words'
import { wordProblem } from '@kabao/contract/kernel/service-problems'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { switchLanguage } from '../words/words.ts'
import { wordAnew } from './translate-problems.ts'
import { useProblems } from './use-problems.ts'

test('the sentences at fields follow the language, those of the service too', async () => {
  const { result } = renderHook(() => useProblems())
  const used = (count: string) => serviceProblemWords.tree.passwordUsed.map((text) => fill(text, { count }))
  act(() =>
    result.current[1]({ one: problemWords.tree.required[0], two: used('5')[0] as string, three: '别的话' }),
  )
  await act(() => switchLanguage('en-US'))
  const english = { one: problemWords.tree.required[1], two: used('5')[1], three: '别的话' }
  await waitFor(() => expect(result.current[0]).toEqual(english))
})

test('every problem is worded in the other language, whatever values it has', () => {
  const known = { count: '7', limit: '20', line: '12', columns: '值、类型', types: 'PNG' }
  const filled = (text: string) => {
    const names = [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => [name, '3'])
    return fill(text, { ...Object.fromEntries(names), ...known })
  }
  const keys = Object.keys({ ...problemWords.tree, ...serviceProblemWords.tree })
  expect(keys.length).toBeGreaterThan(60)
  // Its values differ by language, so its sentence stays until the next attempt.
  for (const key of keys.filter((key) => key !== 'imageTooLarge')) {
    const said = (language: Language) =>
      filled(wordProblem(key as Parameters<typeof wordProblem>[0], language))
    expect([key, wordAnew(said('zh-CN'), 'en-US')]).toEqual([key, said('en-US')])
  }
  expect(inLanguage(problemWords.tree.required, 'zh-CN')).toBe(
    wordAnew(problemWords.tree.required[1], 'zh-CN'),
  )
})
