import { words } from '@kabao/contract/kernel/language'
import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { switchLanguage, useWords, wordsOf } from './words.ts'

const list = words('sample', {
  form: ['表单', 'Form'],
  'form.title': ['标题', 'Title'],
  nested: { greeting: ['你好，{{name}}', 'Hello, {{name}}'] },
  unit: ['页', ''],
  chosen: ['已选 {{count}} 项', '{{count}} {{count, item|items}} selected'],
})

function Sample() {
  const { t, language } = useWords(list)
  return <p>{`${language}: ${t('form')} ${t('form.title')} ${t('nested.greeting', { name: '<李>' })}`}</p>
}

test('texts follow the language, a key may have keys below it, and values are inserted unchanged', async () => {
  render(<Sample />)
  expect(screen.getByText('zh-CN: 表单 标题 你好，<李>')).toBeTruthy()
  await act(() => switchLanguage('en-US'))
  expect(screen.getByText('en-US: Form Title Hello, <李>')).toBeTruthy()
  expect(localStorage.getItem('arco-locale')).toBe('en-US')
})

test('the form of an English word follows the number', async () => {
  await switchLanguage('en-US')
  expect(wordsOf(list).t('chosen', { count: 1 })).toBe('1 item selected')
  expect(wordsOf(list).t('chosen', { count: '1,200' })).toBe('1,200 items selected')
  await switchLanguage('zh-CN')
  expect(wordsOf(list).t('chosen', { count: 1 })).toBe('已选 1 项')
})

test('a word that a language does not need is empty', async () => {
  expect(wordsOf(list).t('unit')).toBe('页')
  await switchLanguage('en-US')
  expect(wordsOf(list).t('unit')).toBe('')
})

test('a key that does not exist does not compile', () => {
  // @ts-expect-error there is no such key
  expect(wordsOf(list).t('absent')).toBe('sample.absent')
})
