import { expect, test } from 'vitest'
import { find } from './find.ts'

const all = [
  { key: 'users', texts: ['用户列表', 'User list'], pinyin: 'yong hu lie biao' },
  { key: 'black', texts: ['黑名单', 'Blacklist'], pinyin: 'hei ming dan' },
  { key: 'channels', texts: ['渠道列表', 'Channel list'], pinyin: 'qu dao lie biao' },
]

test.each([
  ['', ['users', 'black', 'channels']],
  ['用户', ['users']],
  ['列表', ['users', 'channels']],
  ['yhlb', ['users']],
  ['hmd', ['black']],
  ['heimingdan', ['black']],
  ["hei'ming", ['black']],
  ['liebiao', ['users', 'channels']],
  ['list', ['black', 'users', 'channels']],
  ['USER', ['users']],
  ['ul', ['users']],
  ['nothing', []],
])('%o finds %o', (question, found) => {
  const keys = find(all, question).map(({ key }) => key)
  expect(keys.toSorted()).toEqual(found.toSorted())
})

test('a match at the start ranks before a match inside', () => {
  expect(
    find(
      [all[1], all[2], all[0]].filter((item) => item !== undefined),
      'l',
    ).map(({ key }) => key),
  ).toEqual(['black', 'channels', 'users'])
  expect(find(all, 'qd')[0]?.key).toBe('channels')
})
