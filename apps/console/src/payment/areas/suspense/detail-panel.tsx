import { pathOfPage } from '@kabao/contract/app/menu'
import { paymentOrderWords } from '@kabao/contract/payment/payment-order.words'
import { resolution } from '@kabao/contract/payment/resolution'
import { resolutionWords } from '@kabao/contract/payment/resolution.words'
import { type SuspenseDetail, suspense } from '@kabao/contract/payment/suspense'
import { suspenseWords } from '@kabao/contract/payment/suspense.words'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import {
  Anchor,
  Button,
  Can,
  DetailHead,
  Fact,
  Facts,
  formatFen,
  formatInstant,
  RowPanel,
  type RowPanelProps,
  useAnswer,
  useWords,
} from '#kit'
import { SuspenseStatus } from './status.tsx'
import classes from './suspense.module.css'

const ResolveDialog = lazy(() => import('../../resolution/resolve-dialog.tsx'))

/** One payment in suspense: what it is, what its provider pays back, and the form that decides what becomes of it. */
export default function DetailPanel(props: RowPanelProps) {
  const { t } = useWords(suspenseWords)
  const answer = useAnswer(suspense.get, { params: { id: props.id } })
  return (
    <RowPanel title={t('detail.title')} answer={answer} {...props}>
      {(row) => <Details key={row.id} row={row} />}
    </RowPanel>
  )
}

function Details({ row }: { row: SuspenseDetail }) {
  const { t, language } = useWords(suspenseWords)
  const resolutions = useWords(resolutionWords)
  const orders = useWords(paymentOrderWords)
  const [isResolving, setResolving] = useState(false)
  const { refund } = row
  const isOpen = !row.isPending && (row.status === 'open' || row.status === 'backing')
  const orderPage = pathOfPage('PayConfigOrderList')
  return (
    <>
      <DetailHead name={formatFen(row.amountFen, language)}>
        <SuspenseStatus row={row} />
      </DetailHead>
      {isOpen && (
        <Can use={resolution.create}>
          <Button onClick={() => setResolving(true)}>{resolutions.t('action.file')}</Button>
        </Can>
      )}
      <nav className={classes.links}>
        {row.orderId !== null && (
          <Anchor component={Link} to={`${orderPage}?open=${row.orderId}`}>
            {t('action.order')}
          </Anchor>
        )}
        <Anchor component={Link} to={`${pathOfPage('PayConfigList')}?open=${row.collectionId}`}>
          {t('action.collection')}
        </Anchor>
        <Can use={resolution.page}>
          <Anchor component={Link} to={`?tab=resolutions&suspenseId=${row.id}`}>
            {t('action.resolutions')}
          </Anchor>
        </Can>
      </nav>
      <Facts title={t('detail.payment')}>
        <Fact label={t('field.kind')}>{t(`kind.${row.kind}`)}</Fact>
        <Fact label={t('field.amountFen')}>{formatFen(row.amountFen, language)}</Fact>
        <Fact label={t('field.orderFen')}>
          {row.orderFen === null ? null : formatFen(row.orderFen, language)}
        </Fact>
        <Fact label={t('field.collectionName')}>{row.collectionName}</Fact>
        <Fact label={t('field.tradeNo')}>{row.tradeNo}</Fact>
        <Fact label={t('field.orderNo')}>{row.orderNo}</Fact>
        <Fact label={t('field.channelName')}>{row.channelName}</Fact>
        <Fact label={t('field.paidAt')}>{formatInstant(row.paidAt, language)}</Fact>
        <Fact label={t('field.createdAt')}>{formatInstant(row.createdAt, language)}</Fact>
        <Fact label={t('field.assignedOrderId')}>
          {row.assignedOrderId !== null && (
            <Anchor component={Link} to={`${orderPage}?open=${row.assignedOrderId}`}>
              {row.assignedOrderId}
            </Anchor>
          )}
        </Fact>
      </Facts>
      {refund && (
        <Facts title={t('detail.refund')}>
          <Fact label={t('field.status')}>
            {refund.byHand ? t('byHand') : orders.t(`refundStatus.${refund.status}`)}
          </Fact>
          <Fact label={t('field.refundNo')}>{refund.refundNo}</Fact>
          <Fact label={t('field.refundMessage')}>{refund.message}</Fact>
          <Fact label={t('field.refundedAt')}>{formatInstant(refund.refundedAt, language)}</Fact>
        </Facts>
      )}
      <Suspense>
        {isResolving && (
          <ResolveDialog
            suspenseId={row.id}
            refundId={null}
            about={[row.channelName, row.collectionName, row.tradeNo, formatFen(row.amountFen, language)]
              .filter((part) => part)
              .join(' · ')}
            kinds={row.status === 'backing' ? ['byHand'] : ['assign', 'payBack', 'byHand', 'writeOff']}
            onClose={() => setResolving(false)}
          />
        )}
      </Suspense>
    </>
  )
}
