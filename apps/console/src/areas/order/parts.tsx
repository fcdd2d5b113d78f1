import {
  type CallbackRow,
  type OrderAttempt,
  type OrderNotice,
  type OrderRefund,
  order,
} from '@kabao/contract/payment-order'
import { paymentOrderWords } from '@kabao/contract/payment-order.words'
import type { ReactNode } from 'react'
import { Badge, Button, Can, formatFen, formatInstant, formatNumber, useAct, useWords } from '#kit'
import { Section } from '#kit/detail/section.tsx'
import classes from './detail.module.css'

function Part({ title, rows, children }: { title: string; rows: readonly unknown[]; children: ReactNode }) {
  const { t } = useWords(paymentOrderWords)
  return (
    <Section title={title}>
      {rows.length === 0 ? <p className={classes.hint}>{t('detail.none')}</p> : children}
    </Section>
  )
}

/** The calls to providers, and why a collection channel was chosen; the latest first. */
export function Attempts({ attempts }: { attempts: readonly OrderAttempt[] }) {
  const { t, language } = useWords(paymentOrderWords)
  return (
    <Part title={t('detail.attempts')} rows={attempts}>
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

/** Refunds; one that the provider has refused can be asked for again. */
export function Refunds({ refunds }: { refunds: readonly OrderRefund[] }) {
  const { t, language } = useWords(paymentOrderWords)
  const again = useAct(order.refundAgain, (_refund: { id: string }) => ({
    title: t('refund.againTitle'),
    text: t('refund.againText'),
    action: t('refund.again'),
    done: () => t('refund.done'),
  }))
  return (
    <Part title={t('detail.refunds')} rows={refunds}>
      {refunds.map(
        ({ id, refundNo, kind, status, amountFen, reason, message, createdBy, createdAt, refundedAt }) => (
          <article key={id} className={classes.part}>
            <div className={classes.head}>
              <span>{formatFen(amountFen, language)}</span>
              <Badge color={status === 'refused' ? 'red' : status === 'refunded' ? 'green' : 'orange'}>
                {t(`refundStatus.${status}`)}
              </Badge>
              <span>{t(`refundKind.${kind}`)}</span>
              {status === 'refused' && (
                <Can use={order.refundAgain}>
                  <Button size="xs" variant="default" onClick={() => again({ id })}>
                    {t('refund.again')}
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
        ),
      )}
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
