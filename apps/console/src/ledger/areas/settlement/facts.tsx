import type { SettlementRow } from '@kabao/contract/ledger/settlement'
import { settlementWords } from '@kabao/contract/ledger/settlement.words'
import { Fact, Facts, formatFen, formatInstant, formatNumber, useWords } from '#kit'

/** What a settlement is about, and who did what to it. */
export function SettlementFacts({ row }: { row: SettlementRow }) {
  const { t, language } = useWords(settlementWords)
  const count = (value: number) => formatNumber(value, language)
  return (
    <Facts title={t('detail.title')}>
      <Fact label={t('field.channelName')}>{row.channelName}</Fact>
      <Fact label={t('field.channelCode')}>{row.channelCode}</Fact>
      <Fact label={t('field.period')}>
        {row.fromDay} – {row.toDay}
      </Fact>
      <Fact label={t('field.amountFen')}>{formatFen(row.amountFen, language)}</Fact>
      <Fact label={t('field.baseFen')}>{formatFen(row.baseFen, language)}</Fact>
      <Fact label={t('field.results')}>{count(row.results)}</Fact>
      <Fact label={t('field.deducted')}>{count(row.deducted)}</Fact>
      <Fact label={t('field.late')}>{count(row.late)}</Fact>
      <Fact label={t('field.lateFen')}>{formatFen(row.lateFen, language)}</Fact>
      <Fact label={t('field.createdBy')}>{row.createdBy}</Fact>
      <Fact label={t('field.createdAt')}>{formatInstant(row.createdAt, language)}</Fact>
      <Fact label={t('field.reviewedBy')}>{row.reviewedBy}</Fact>
      <Fact label={t('field.reviewedAt')}>{formatInstant(row.reviewedAt, language)}</Fact>
      <Fact label={t('field.note')}>{row.note}</Fact>
      <Fact label={t('field.paidBy')}>{row.paidBy}</Fact>
      <Fact label={t('field.paidAt')}>{formatInstant(row.paidAt, language)}</Fact>
    </Facts>
  )
}
