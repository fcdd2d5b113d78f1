import { secondFactor } from '@kabao/contract/access/second-factor'
import { secondFactorWords } from '@kabao/contract/access/second-factor.words'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Alert, Button, Failure, formatInstant, Loader, message, send, useAnswer, useWords } from '#kit'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './second-factor.module.css'
import { SetUp } from './set-up.tsx'

const ProveDialog = lazy(() => import('./prove-dialog.tsx'))

/** With this many codes or fewer left, new ones are recommended. */
const fewCodes = 3

/** One's own second factor: whether it is on, and the actions on it. */
export function SecondFactorPanel() {
  const { t, language } = useWords(secondFactorWords)
  const { data: status, error, refetch } = useAnswer(secondFactor.status)
  const [isSettingUp, setIsSettingUp] = useState(false)
  const [asked, setAsked] = useState<'renew' | 'turnOff' | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  // What is shown only once is hidden when the page is left.
  useEffect(
    () => () => {
      setIsSettingUp(false)
      setCodes(null)
    },
    [],
  )
  const read = () => void refetch()

  if (error && !status) return <Failure error={error} onRetry={read} />
  if (!status) return <Loader size="sm" />
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
  if (isSettingUp) {
    const leave = () => {
      setIsSettingUp(false)
      read()
    }
    return <SetUp onDone={leave} onCancel={leave} />
  }
  if (!status.isOn) {
    return (
      <div className={classes.flow}>
        <p>{t('off.lead')}</p>
        {status.isRequired && <Alert color="orange">{t('off.required')}</Alert>}
        <Button onClick={() => setIsSettingUp(true)}>{t('off.begin')}</Button>
      </div>
    )
  }

  const renew = async (proof: { password: string; code: string }) => {
    const { recoveryCodes } = await send(secondFactor.renewCodes, { body: proof })
    setAsked(null)
    setCodes(recoveryCodes)
    read()
  }
  const turnOff = async (proof: { password: string; code: string }) => {
    await send(secondFactor.turnOff, { body: proof })
    setAsked(null)
    message.success(t('on.turnedOff'))
    read()
  }
  return (
    <div className={classes.flow}>
      <p>{t('on.lead', { at: formatInstant(status.confirmedAt, language) })}</p>
      <p className={classes.text}>{t('on.left', { count: status.recoveryCodesLeft })}</p>
      {status.recoveryCodesLeft <= fewCodes && <Alert color="orange">{t('on.few')}</Alert>}
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => setAsked('renew')}>
          {t('on.renew')}
        </Button>
        <Button variant="light" color="red" onClick={() => setAsked('turnOff')}>
          {t('on.turnOff')}
        </Button>
      </div>
      <Suspense>
        {asked === 'renew' && (
          <ProveDialog
            title={t('on.renew')}
            text={t('prove.renewText')}
            run={renew}
            onClose={() => setAsked(null)}
          />
        )}
        {asked === 'turnOff' && (
          <ProveDialog
            title={t('on.turnOff')}
            text={t('prove.turnOffText')}
            warning={status.isRequired ? t('prove.turnOffRequired') : undefined}
            isDanger
            run={turnOff}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </div>
  )
}
