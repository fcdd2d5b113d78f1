import { auditWords } from '@kabao/contract/operations/audit.words'
import { settingWords } from '@kabao/contract/operations/setting.words'
import { blacklistWords } from '@kabao/contract/users/blacklist.words'
import { feedback } from '@kabao/contract/users/feedback'
import { feedbackWords } from '@kabao/contract/users/feedback.words'
import { user } from '@kabao/contract/users/user'
import { userWords } from '@kabao/contract/users/user.words'
import { describe, expect, test } from 'vitest'
import { changesOf } from './changes.ts'

const [reason, kind] = [blacklistWords.tree.field.reason[1], blacklistWords.tree.field.kind[1]]
const ip = blacklistWords.tree.kind.ip[1]
const hours = settingWords.tree.unit.hours[1]

const of = (targetKind: string, before: object | null, after: object | null, targetId = '1') =>
  changesOf({ targetKind, targetId, before: before as never, after: after as never }, 'en-US').map(
    ({ label, before: was, after: is }) => [label, was, is],
  )

test('if both sides are recorded, only fields that differ are changes; version and times are none', () => {
  const row = {
    id: '5',
    kind: 'device',
    reason: 'one',
    remark: '',
    expiresAt: null,
    version: 1,
    updatedAt: 'a',
  }
  expect(of('blacklist', row, { ...row, reason: 'two', version: 2, updatedAt: 'b' })).toEqual([
    [reason, 'one', 'two'],
  ])
  expect(of('blacklist', { reason: 'x', remark: 'stays' }, { reason: 'y' })).toEqual([[reason, 'x', 'y']])
  expect(of('blacklist', { reason: 'x' }, { reason: '' })).toEqual([[reason, 'x', '']])
  expect(of('blacklist', { remark: null }, { remark: '' })).toEqual([])
})

test('a created or deleted row shows every field that is not empty, on its side', () => {
  const row = { id: '5', kind: 'ip', reason: '', remark: null, version: 1, createdAt: 'a' }
  expect(of('blacklist', null, row)).toEqual([[kind, null, ip]])
  expect(of('blacklist', row, null)).toEqual([[kind, ip, null]])
  expect(of('blacklist', null, null)).toEqual([])
})

describe('values are shown in words', () => {
  test('states, yes and no, and settings with their unit', () => {
    expect(of('feedback', { status: 'pending' }, { status: 'processing' })).toEqual([
      [
        feedbackWords.tree.field.status[1],
        feedbackWords.tree.status.pending[1],
        feedbackWords.tree.status.processing[1],
      ],
    ])
    expect(of('setting', { value: 48 }, { value: 36 }, 'feedback.overdueHours')).toEqual([
      [auditWords.tree.recorded.value[1], `48 ${hours}`, `36 ${hours}`],
    ])
    expect(of('role', { requiresSecondFactor: false }, { requiresSecondFactor: true })[0]?.slice(1)).toEqual([
      'No',
      'Yes',
    ])
  })

  test('a list shows what was removed and what was added', () => {
    expect(
      of('role', { nodes: ['UserList', 'user:page'] }, { nodes: ['UserList', 'feedback:take'] })[0]?.slice(1),
    ).toEqual([user.page.summary[1], feedback.take.summary[1]])
  })

  test('a nested field is labeled by each part; a part without a label keeps its recorded name', () => {
    expect(of('user', null, { filter: { status: 'matched' }, madeUp: 'x' })).toEqual([
      [
        `${auditWords.tree.recorded.filter[1]} · ${userWords.tree.field.status[1]}`,
        null,
        userWords.tree.status.matched[1],
      ],
      ['madeUp', null, 'x'],
    ])
  })
})
