import type { PushRow } from '@kabao/contract/engine/push'
import type { pushWords } from '@kabao/contract/engine/push.words'
import { userWords } from '@kabao/contract/users/user.words'
import { type ColumnsOf, wordsOf } from '#kit'
import { pushStatusColors } from '#users'

export const columns: ColumnsOf<PushRow, typeof pushWords> = (column) => {
  const { t } = column
  const flows = wordsOf(userWords)
  return [
    column.text('id', { width: 200, isSticky: true, copy: true }),
    column.text('phone', { width: 128 }),
    column.text('name', { width: 88 }),
    column.text('orgName', { title: t('field.org'), width: 160, grows: true }),
    column.text('planName', { title: t('field.plan'), width: 140, grows: true }),
    column.text('channelName', { title: t('field.channel'), width: 120 }),
    column.choice('stage', { width: 84 }),
    column.choice('status', { width: 96, colors: pushStatusColors }),
    column.instant('requestAt'),
    column.text('reason', { width: 160 }),
    column.money('priceFen', { title: t('field.price'), width: 96 }),
    { ...column.text('flow', { width: 96 }), text: ({ flow }) => flows.t(`flow.${flow}`) },
    column.money('costFen', { title: t('field.cost'), width: 96, isOptional: true }),
    column.number('attempts', { width: 96, isOptional: true }),
    column.text('cityName', { title: t('field.city'), width: 180, isOptional: true }),
    column.instant('respondedAt', { isOptional: true }),
  ]
}
