import { pathOfPage } from '@kabao/contract/app/menu'
import { type AdjustmentDetail, type AdjustmentLink, adjustment } from '@kabao/contract/ledger/adjustment'
import { adjustmentWords } from '@kabao/contract/ledger/adjustment.words'
import { adjustmentMachine } from '@kabao/contract/ledger/adjustment-machine'
import { Link } from 'react-router'
import { Anchor, Fact, Facts, formatFen, formatInstant, type RowPanelProps, useAnswer, useWords } from '#kit'
import { ReviewPanel } from '../../review/review-panel.tsx'

/** One adjustment with the balance that it changes, and its review. */
export default function DetailPanel(props: RowPanelProps) {
  const { t, language } = useWords(adjustmentWords)
  const answer = useAnswer(adjustment.get, { params: { id: props.id } })
  return (
    <ReviewPanel
      {...props}
      title={t('detail.title')}
      answer={answer}
      nameOf={({ amountFen }) => formatFen(amountFen, language)}
      machine={adjustmentMachine}
      calls={adjustment}
      refusal="reject"
    >
      {(row) => <Details row={row} />}
    </ReviewPanel>
  )
}

/** The page that shows what an adjustment corrects; undefined: there is none. */
const pageOf: Record<AdjustmentLink, string | undefined> = {
  transfer: pathOfPage('FinanceLedger'),
  push: pathOfPage('PlanPushList'),
  recharge: pathOfPage('FinanceRecharge'),
}

function Details({ row }: { row: AdjustmentDetail }) {
  const { t, language } = useWords(adjustmentWords)
  const yuan = (fen: number | null) => (fen === null ? null : formatFen(fen, language))
  const page = pageOf[row.linkKind]
  return (
    <>
      <Facts title={t('detail.title')}>
        <Fact label={t('field.kind')}>{t(`kind.${row.kind}`)}</Fact>
        <Fact label={t('field.amountFen')}>{yuan(row.amountFen)}</Fact>
        <Fact label={t('field.reason')}>{row.reason}</Fact>
        <Fact label={t('field.linkKind')}>
          {t(`linkKind.${row.linkKind}`)} {row.linkId}{' '}
          {page !== undefined && (
            <Anchor component={Link} to={`${page}?open=${row.linkId}`}>
              {t('action.link')}
            </Anchor>
          )}
        </Fact>
        <Fact label={t('field.createdBy')}>{row.createdBy}</Fact>
        <Fact label={t('field.createdAt')}>{formatInstant(row.createdAt, language)}</Fact>
        <Fact label={t('field.reviewedBy')}>{row.reviewedBy}</Fact>
        <Fact label={t('field.reviewedAt')}>{formatInstant(row.reviewedAt, language)}</Fact>
        <Fact label={t('field.note')}>{row.note}</Fact>
        <Fact label={t('field.transferId')}>{row.transferId}</Fact>
      </Facts>
      <Facts title={t('detail.account')}>
        <Fact label={t(`owner.${row.orgId === null ? 'channel' : 'org'}`)}>
          {row.orgName ?? row.channelName}
        </Fact>
        <Fact label={t('field.availableFen')}>{yuan(row.availableFen)}</Fact>
        <Fact label={t('field.balanceAfterFen')}>{yuan(row.balanceAfterFen)}</Fact>
      </Facts>
    </>
  )
}
