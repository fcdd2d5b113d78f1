import type { OpenRequestRow } from '@kabao/contract/partners/open-request'
import type { partnerRequestWords } from '@kabao/contract/partners/open-request.words'
import type { ColumnsOf } from '#kit/columns/use-columns.ts'
import { callName } from './call-names.ts'

/** The color of the code of an answer. */
export const codeColor = (code: string) => (code === '0000' ? 'green' : 'red')

export const requestColumns: ColumnsOf<OpenRequestRow, typeof partnerRequestWords> = (column) => {
  const { t, language } = column
  return [
    column.instant('at'),
    { ...column.text('call', { width: 200, grows: true }), text: ({ call }) => callName(call, language) },
    column.badge('code', {
      width: 96,
      title: t('field.code'),
      text: ({ code }) => code,
      color: ({ code }) => codeColor(code),
    }),
    column.choice('fault', { width: 128 }),
    column.number('ms', { width: 120 }),
    {
      ...column.text('isSandbox', { width: 128 }),
      text: ({ isSandbox }) => t(isSandbox ? 'sandbox' : 'live'),
    },
    column.text('key', { width: 220, copy: true }),
    column.text('ip', { width: 150, copy: true }),
    {
      ...column.text('isRepeat', { width: 180, isOptional: true }),
      text: ({ isRepeat }) => t(isRepeat ? 'repeated' : 'notRepeated'),
    },
    column.text('path', { width: 260, isOptional: true, copy: true }),
    column.text('id', { width: 200, isOptional: true, copy: true }),
  ]
}
