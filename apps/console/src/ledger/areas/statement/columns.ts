import { ledgerWords } from '@kabao/contract/ledger/ledger.words'
import type { StatementRow } from '@kabao/contract/ledger/statement'
import type { statementWords } from '@kabao/contract/ledger/statement.words'
import { type ColumnsOf, wordsOf } from '#kit'

type Named = keyof (typeof ledgerWords)['tree']['ref']

export const columns: ColumnsOf<StatementRow, typeof statementWords> = (column) => {
  const { t } = wordsOf(ledgerWords)
  const refText = (kind: string) =>
    Object.hasOwn(ledgerWords.tree.ref, kind) ? t(`ref.${kind as Named}`) : kind
  return [
    column.number('number', { width: 84 }),
    column.instant('at'),
    column.text('businessDay', { width: 108 }),
    { ...column.text('kind', { width: 104 }), text: ({ kind }) => t(`kind.${kind}`) },
    column.money('amountFen', { width: 120 }),
    column.money('balanceAfterFen', { width: 130 }),
    column.text('planName', { width: 150, grows: true }),
    { ...column.text('refKind', { width: 96 }), text: ({ refKind }) => refText(refKind) },
    column.text('refId', { width: 204, copy: true }),
    column.text('id', { width: 190, isOptional: true }),
  ]
}
