import { ledger, type Trial } from '@kabao/contract/ledger/ledger'
import { ledgerWords } from '@kabao/contract/ledger/ledger.words'
import { lazy, Suspense, useState } from 'react'
import {
  Badge,
  Button,
  Can,
  Failure,
  formatFen,
  formatInstant,
  formatNumber,
  message,
  useAnswer,
  useSend,
  useWords,
} from '#kit'
import classes from './ledger.module.css'

const TrialPanel = lazy(() => import('./trial-panel.tsx'))
const BalancesPanel = lazy(() => import('./balances-panel.tsx'))

/** Whether the ledger adds up and its chain is whole, in one line above the list. */
export function TrialBar() {
  const { t, language } = useWords(ledgerWords)
  const { data, error, refetch } = useAnswer(ledger.trial, {}, { refetchInterval: pauseFor })
  const [opened, setOpened] = useState<'trial' | 'balances' | null>(null)
  const close = () => setOpened(null)
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  return (
    <section className={classes.bar} aria-label={t('trial.title')}>
      <div className={classes.state}>
        {data && (
          <>
            <Badge color={data.totalFen === 0 ? 'green' : 'red'}>
              {data.totalFen === 0
                ? t('trial.balanced')
                : t('trial.off', { amount: formatFen(data.totalFen, language) })}
            </Badge>
            <CheckState trial={data} />
          </>
        )}
      </div>
      <div className={classes.acts}>
        <Button size="xs" variant="default" onClick={() => setOpened('trial')}>
          {t('trial.title')}
        </Button>
        <Button size="xs" variant="default" onClick={() => setOpened('balances')}>
          {t('action.balances')}
        </Button>
        <Can use={ledger.check}>
          <CheckNow isChecking={data?.isChecking === true} />
        </Can>
      </div>
      <Suspense>
        {opened === 'trial' && data && <TrialPanel trial={data} onClose={close} />}
        {opened === 'balances' && <BalancesPanel onClose={close} />}
      </Suspense>
    </section>
  )
}

/** Polls more often while a check waits or runs. */
const pauseFor = ({ state }: { state: { data?: Trial | undefined } }) =>
  state.data?.isChecking ? 2_000 : 30_000

function CheckState({ trial: { check, isChecking } }: { trial: Trial }) {
  const { t, language } = useWords(ledgerWords)
  if (isChecking) return <span className={classes.note}>{t('check.running')}</span>
  if (!check) return <span className={classes.note}>{t('check.none')}</span>
  const isWhole = check.faults.length === 0 && check.sumsAgree
  const values = {
    at: formatInstant(check.finishedAt, language),
    transfers: formatNumber(check.transfers, language),
    accounts: formatNumber(check.accounts, language),
  }
  return (
    <span className={isWhole ? classes.note : classes.broken}>
      {check.faults.length === 0
        ? t('check.whole', values)
        : t('check.broken', { ...values, faults: check.faults.length })}
      {!check.sumsAgree && ` · ${t('check.sums')}`}
    </span>
  )
}

function CheckNow({ isChecking }: { isChecking: boolean }) {
  const { t } = useWords(ledgerWords)
  const { mutateAsync, isPending } = useSend(ledger.check)
  const run = async () => {
    const { isQueued } = await mutateAsync({})
    if (isQueued) message.success(t('check.queued'))
    else message.info(t('check.waits'))
  }
  return (
    <Button
      size="xs"
      variant="default"
      loading={isPending}
      disabled={isChecking}
      // A failure is shown by the call.
      onClick={() => void run().catch(() => undefined)}
    >
      {t('action.check')}
    </Button>
  )
}
