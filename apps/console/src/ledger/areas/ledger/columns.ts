import type { TransferRow } from '@kabao/contract/ledger/ledger'
import { ledgerWords } from '@kabao/contract/ledger/ledger.words'
import { type ColumnsOf, wordsOf } from '#kit'
import { refText } from './ref.ts'
import { signedFen } from './signed-fen.ts'

export const columns: ColumnsOf<TransferRow, typeof ledgerWords> = (column) => {
  const { t } = column
  const { language } = wordsOf(ledgerWords)
  return [
    column.text('id', { width: 200, isSticky: true, copy: true }),
    column.instant('at'),
    { ...column.text('kind', { width: 136 }), text: ({ kind }) => t(`kind.${kind}`) },
    { ...column.money('amountFen', { width: 120 }), text: (row) => signedFen(row, language) },
    column.text('orgName', { width: 150, grows: true }),
    column.text('channelName', { width: 120 }),
    column.money('balanceAfterFen', { width: 130 }),
    { ...column.text('debitKind', { width: 130 }), text: ({ debitKind }) => t(`account.${debitKind}`) },
    { ...column.text('creditKind', { width: 130 }), text: ({ creditKind }) => t(`account.${creditKind}`) },
    { ...column.text('refKind', { width: 96 }), text: ({ refKind }) => refText(t, refKind) },
    column.text('refId', { width: 190, copy: true }),
    column.text('businessDay', { width: 108 }),
    {
      ...column.text('byAdmin', { width: 110, isOptional: true }),
      text: ({ byAdmin }) => byAdmin ?? t('byService'),
    },
    column.number('number', { width: 110, isOptional: true }),
    column.text('reversesId', { width: 190, isOptional: true }),
  ]
}
