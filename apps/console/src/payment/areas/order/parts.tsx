import { pathOfPage } from '@kabao/contract/app/menu'
import {
  type CallbackRow,
  type OrderDetail,
  type OrderNotice,
  type OrderRefund,
  order,
} from '@kabao/contract/payment/payment-order'
import { paymentOrderWords } from '@kabao/contract/payment/payment-order.words'
import { resolution } from '@kabao/contract/payment/resolution'
import { resolutionWords } from '@kabao/contract/payment/resolution.words'
import { suspense } from '@kabao/contract/payment/suspense'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { Anchor, Badge, Button, Can, formatFen, formatInstant, formatNumber, useAct, useWords } from '#kit'
import { Section } from '#kit/detail/section.tsx'
import classes from './detail.module.css'

const ResolveDialog = lazy(() => import('../../resolution/resolve-dialog.tsx'))

function Part({ title, rows, children }: { title: string; rows: readonly unknown[]; children: ReactNode }) {
  const { t } = useWords(paymentOrderWords)
  return (
    <Section title={title}>
      {rows.length === 0 ? <p className={classes.hint}>{t('detail.none')}</p> : children}
    </Section>
  )
}

/** The calls to providers, and why a collection channel was chosen; the latest first. An open order can be asked about. */
export function Attempts({ row }: { row: OrderDetail }) {
  const { id: orderId, status, provider, attempts } = row
  const { t, language } = useWords(paymentOrderWords)
  const ask = useAct(order.ask, (_order: { id: string }) => ({
    title: t('ask.title'),
    facts: factsOf(row, formatFen(row.amountFen, language)),
    text: t('ask.text'),
    action: t('ask.button'),
    done: () => t('ask.done'),
  }))
  return (
    <Part title={t('detail.attempts')} rows={attempts}>
      {(status === 'created' || status === 'closed') && provider !== 'pool' && (
        <Can use={order.ask}>
          <Button size="xs" variant="default" onClick={() => ask({ id: orderId })}>
            {t('ask.button')}
          </Button>
        </Can>
      )}
      {attempts.map(({ id, at, kind, collectionName, outcome, message, tookMs, whyNot }) => (
        <article key={id} className={classes.part}>
          <div className={classes.head}>
            <span>{t(`attemptKind.${kind}`)}</span>
            <Badge
              color={
                outcome === 'refused' || outcome === 'nobody'
                  ? 'red'
                  : outcome === 'unknown'
                    ? 'orange'
                    : 'gray'
              }
            >
              {t(`outcome.${outcome ?? 'underWay'}`)}
            </Badge>
          </div>
          <p className={classes.hint}>
            {[
              formatInstant(at, language),
              collectionName,
              tookMs !== null && t('detail.milliseconds', { count: formatNumber(tookMs, language) }),
              message,
            ]
              .filter((part) => part)
              .join(' · ')}
          </p>
          {whyNot.length > 0 && (
            <p className={classes.hint}>
              {t('detail.leftOut')}:{' '}
              {whyNot.map(({ name, reason }) => `${name} (${t(`whyNot.${reason}`)})`).join(', ')}
            </p>
          )}
        </article>
      ))}
    </Part>
  )
}

/** What arrived at the address for callbacks; the latest first. */
export function Callbacks({ callbacks }: { callbacks: readonly CallbackRow[] }) {
  const { t, language } = useWords(paymentOrderWords)
  return (
    <Part title={t('detail.callbacks')} rows={callbacks}>
      {callbacks.map(({ id, at, verdict, reason, tradeNo, amountFen, ip, body }) => (
        <article key={id} className={classes.part}>
          <div className={classes.head}>
            <Badge color={verdict === 'wrong' ? 'red' : verdict === 'believed' ? 'green' : 'gray'}>
              {t(`verdict.${verdict}`)}
            </Badge>
            {reason !== null && <span>{t(`wrong.${reason}`)}</span>}
          </div>
          <p className={classes.hint}>
            {[formatInstant(at, language), tradeNo, amountFen !== null && formatFen(amountFen, language), ip]
              .filter((part) => part)
              .join(' · ')}
          </p>
          {body !== null && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
            <pre className={classes.body} tabIndex={0}>
              {body}
            </pre>
          )}
        </article>
      ))}
    </Part>
  )
}

/** Whose order it is, and a sum of it: what a question before money moves says. */
export const factsOf = (
  { channelName, phone, productName }: Pick<OrderDetail, 'channelName' | 'phone' | 'productName'>,
  amount: string,
): string => [channelName, phone, productName, amount].filter((part) => part).join(' · ')

/** Refunds; one that the provider has refused can be asked for again, and about one under way it can be asked at once. */
export function Refunds({ row }: { row: OrderDetail }) {
  const { refunds } = row
  const { t, language } = useWords(paymentOrderWords)
  const resolutions = useWords(resolutionWords)
  const [byHand, setByHand] = useState<OrderRefund | null>(null)
  const about = (amountFen: number) => factsOf(row, formatFen(amountFen, language))
  const again = useAct(order.refundAgain, ({ amountFen }: OrderRefund) => ({
    title: t('refund.againTitle'),
    facts: about(amountFen),
    text: t('refund.againText'),
    action: t('refund.again'),
    done: () => t('refund.done'),
  }))
  const now = useAct(order.refundAgain, ({ amountFen }: OrderRefund) => ({
    title: t('refund.nowTitle'),
    facts: about(amountFen),
    text: t('refund.againText'),
    action: t('refund.now'),
    done: () => t('refund.nowDone'),
  }))
  return (
    <Part title={t('detail.refunds')} rows={refunds}>
      {refunds.map((each) => {
        const { id, refundNo, kind, status, isByHand, isPending, tradeNo, amountFen } = each
        const { reason, message, createdBy, createdAt, refundedAt } = each
        return (
          <article key={id} className={classes.part}>
            <div className={classes.head}>
              <span>{formatFen(amountFen, language)}</span>
              <Badge color={status === 'refused' ? 'red' : status === 'refunded' ? 'green' : 'orange'}>
                {isPending
                  ? t('refund.pending')
                  : isByHand
                    ? t('refund.byHand')
                    : t(`refundStatus.${status}`)}
              </Badge>
              <span>{t(`refundKind.${kind}`)}</span>
              {kind === 'asked' && status !== 'refunded' && !isPending && (
                <Can use={resolution.create}>
                  <Button size="xs" variant="default" onClick={() => setByHand(each)}>
                    {resolutions.t('action.byHand')}
                  </Button>
                </Can>
              )}
              {kind !== 'asked' && (
                <Can use={suspense.page}>
                  <Anchor component={Link} to={`${pathOfPage('PayConfigSuspenseList')}?tradeNo=${tradeNo}`}>
                    {resolutions.t('action.suspense')}
                  </Anchor>
                </Can>
              )}
              {status !== 'refunded' && !isPending && (
                <Can use={order.refundAgain}>
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => (status === 'refused' ? again : now)(each)}
                  >
                    {t(status === 'refused' ? 'refund.again' : 'refund.now')}
                  </Button>
                </Can>
              )}
            </div>
            <p className={classes.hint}>
              {[refundNo, createdBy, formatInstant(refundedAt ?? createdAt, language), reason, message]
                .filter((part) => part)
                .join(' · ')}
            </p>
          </article>
        )
      })}
      <Suspense>
        {byHand !== null && (
          <ResolveDialog
            suspenseId={null}
            refundId={byHand.id}
            about={about(byHand.amountFen)}
            kinds={['byHand']}
            onClose={() => setByHand(null)}
          />
        )}
      </Suspense>
    </Part>
  )
}

/** What the channel was told; each notice can be sent again. */
export function Notices({ notices }: { notices: readonly OrderNotice[] }) {
  const { t, language } = useWords(paymentOrderWords)
  const send = useAct(order.notify, (_notice: { id: string }) => ({
    title: t('notify.title'),
    text: t('notify.text'),
    action: t('notify.button'),
    done: () => t('notify.done'),
  }))
  return (
    <Part title={t('detail.notices')} rows={notices}>
      {notices.map(({ id, event, status, createdAt, tries }) => (
        <article key={id} className={classes.part}>
          <div className={classes.head}>
            <span>{t(`event.${event}`)}</span>
            <Badge color={status === 'givenUp' ? 'red' : status === 'taken' ? 'green' : 'orange'}>
              {t(`noticeStatus.${status}`)}
            </Badge>
            <Can use={order.notify}>
              <Button size="xs" variant="default" onClick={() => send({ id })}>
                {t('notify.button')}
              </Button>
            </Can>
          </div>
          {tries.length === 0 && <p className={classes.hint}>{formatInstant(createdAt, language)}</p>}
          {tries.map(({ at, said, ms }) => (
            <p key={at} className={classes.hint}>
              {`${formatInstant(at, language)} · ${said} · ${t('detail.milliseconds', { count: formatNumber(ms, language) })}`}
            </p>
          ))}
        </article>
      ))}
    </Part>
  )
}
