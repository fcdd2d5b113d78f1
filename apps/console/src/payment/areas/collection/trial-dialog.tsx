import { collectionWords } from '@kabao/contract/payment/collection.words'
import type { CollectionTrial } from '@kabao/contract/payment/collection-trial'
import { Badge, Fact, Facts, formatFen, useWords } from '#kit'
import { SidePanel } from '#kit/form/side-panel.tsx'
import { CallSides, ShownText } from '#partners'
import classes from '#partners/template/template.module.css'
import { useReason } from './use-reason.ts'

/** What a trial order came to: whether the channel works, and every call with its answer. */
export default function TrialDialog({
  name,
  trial: { orderNo, amountFen, works, reason, pay, calls },
  onClose,
}: {
  name: string
  trial: CollectionTrial
  onClose: () => void
}) {
  const { t, language } = useWords(collectionWords)
  const reasonOf = useReason()
  return (
    <SidePanel title={t('trial.title', { name })} onClose={onClose}>
      <p role="status">
        <Badge color={works ? 'green' : 'red'}>
          {works ? t('trial.works') : t('trial.fails', { reason: reasonOf(reason ?? '') })}
        </Badge>
      </p>
      <Facts title={t('trial.isTest')}>
        <Fact label={t('trial.orderNo')}>
          {orderNo} · {formatFen(amountFen, language)}
        </Fact>
      </Facts>
      {pay !== null && calls.every(({ step }) => step !== 'create') && (
        <p className={classes.hint}>{t('trial.noCall')}</p>
      )}
      {pay !== null && (
        <>
          <h3 className={classes.heading}>{t('trial.pay')}</h3>
          <ShownText>{pay}</ShownText>
        </>
      )}
      {calls.map((call, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the calls of one trial never change
        <Call key={at} call={call} />
      ))}
    </SidePanel>
  )
}

function Call({
  call: { step, method, url, headers, body, why, status, ms, answerHeaders, answer },
}: {
  call: CollectionTrial['calls'][number]
}) {
  const { t } = useWords(collectionWords)
  return (
    <CallSides
      request={{ title: t(`trial.step.${step}`), first: `${method} ${url}`, headers, body }}
      reply={
        answer === null
          ? why === null
            ? null
            : { first: why, headers: {}, body: null }
          : { first: `HTTP ${status} · ${ms} ms`, headers: answerHeaders ?? {}, body: answer }
      }
      replyTitle={t('trial.reply')}
    />
  )
}
