import { pathOfPage } from '@kabao/contract/app/menu'
import { type ResolutionRow, resolution } from '@kabao/contract/payment/resolution'
import { resolutionWords } from '@kabao/contract/payment/resolution.words'
import { resolutionMachine } from '@kabao/contract/payment/resolution-machine'
import { suspenseWords } from '@kabao/contract/payment/suspense.words'
import { Link } from 'react-router'
import { Anchor, Fact, Facts, formatFen, formatInstant, type RowPanelProps, useAnswer, useWords } from '#kit'
import RecordHistory from '#kit/detail/record-history.tsx'
import { ReviewPanel, Voucher } from '#ledger'
import classes from './resolution.module.css'

/** One resolution, what it is about, and its review. */
export default function DetailPanel(props: RowPanelProps) {
  const { t, language } = useWords(resolutionWords)
  const answer = useAnswer(resolution.get, { params: { id: props.id } })
  return (
    <ReviewPanel
      {...props}
      title={t('detail.title')}
      answer={answer}
      nameOf={({ kind, amountFen }) => `${t(`kind.${kind}`)} ${formatFen(amountFen, language)}`}
      machine={resolutionMachine}
      calls={resolution}
      refusal="reject"
      below={({ id }) => <RecordHistory kind="paymentResolution" id={id} />}
    >
      {(row) => <Details row={row} />}
    </ReviewPanel>
  )
}

function Details({ row }: { row: ResolutionRow }) {
  const { t, language } = useWords(resolutionWords)
  const suspense = useWords(suspenseWords)
  const { suspenseKind } = row
  const orderPage = pathOfPage('PayConfigOrderList')
  return (
    <>
      <p className={classes.about}>{t(`about.${row.kind}`)}</p>
      <nav className={classes.links}>
        {row.suspenseId !== null && (
          <Anchor component={Link} to={`?open=${row.suspenseId}`}>
            {t('action.suspense')}
          </Anchor>
        )}
        {row.orderId !== null && (
          <Anchor component={Link} to={`${orderPage}?open=${row.orderId}`}>
            {t('action.order')}
          </Anchor>
        )}
        {row.targetOrderId !== null && (
          <Anchor component={Link} to={`${orderPage}?open=${row.targetOrderId}`}>
            {t('action.target')}
          </Anchor>
        )}
      </nav>
      <Facts title={t('detail.title')}>
        <Fact label={suspense.t('field.kind')}>
          {suspenseKind !== null && suspense.t(`kind.${suspenseKind}`)}
        </Fact>
        <Fact label={t('field.amountFen')}>{formatFen(row.amountFen, language)}</Fact>
        <Fact label={t('field.tradeNo')}>{row.tradeNo}</Fact>
        <Fact label={t('field.collectionName')}>{row.collectionName}</Fact>
        <Fact label={t('field.channelName')}>{row.channelName}</Fact>
        <Fact label={t('field.orderId')}>{row.orderId}</Fact>
        <Fact label={t('field.targetOrderId')}>{row.targetOrderId}</Fact>
        <Fact label={t('field.reason')}>{row.reason}</Fact>
        <Fact label={t('field.reference')}>{row.reference}</Fact>
        <Fact label={t('field.createdBy')}>{row.createdBy}</Fact>
        <Fact label={t('field.createdAt')}>{formatInstant(row.createdAt, language)}</Fact>
        <Fact label={t('field.reviewedBy')}>{row.reviewedBy}</Fact>
        <Fact label={t('field.reviewedAt')}>{formatInstant(row.reviewedAt, language)}</Fact>
        <Fact label={t('field.note')}>{row.note}</Fact>
        <Fact label={t('field.transferId')}>{row.transferId}</Fact>
      </Facts>
      <Voucher id={row.voucherFileId} title={t('field.voucherFileId')} saveLabel={t('action.voucher')} />
    </>
  )
}
