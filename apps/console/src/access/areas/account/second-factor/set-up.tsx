import { secondFactor } from '@kabao/contract/access/second-factor'
import { secondFactorWords } from '@kabao/contract/access/second-factor.words'
import { type FormEvent, lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import {
  Button,
  copyText,
  IconCopy,
  message,
  PasswordField,
  Refusal,
  readUser,
  send,
  TextInput,
  UnstyledButton,
  useFocusProblem,
  useProblems,
  useWords,
} from '#kit'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './second-factor.module.css'

/** Loaded only where it is shown. */
const QrCode = lazy(() => import('#kit/qr-code.tsx'))

interface SetUpProps {
  onDone: () => void
  /** Absent if the setup is mandatory. */
  onCancel?: () => void
}

/** Three steps: the password, a code of the authenticator, the recovery codes. The setup is complete after the last one. */
export function SetUp({ onDone, onCancel }: SetUpProps) {
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (begun) return <Confirm {...begun} onConfirmed={setCodes} onCancel={onCancel} />
  return <Begin onBegun={setBegun} onCancel={onCancel} />
}

function Begin({
  onBegun,
  onCancel,
}: {
  onBegun: (begun: { secret: string; uri: string }) => void
  onCancel: (() => void) | undefined
}) {
  const { t } = useWords(secondFactorWords)
  const [password, setPassword] = useState('')
  const step = useStep(async () => onBegun(await send(secondFactor.setUp, { body: { password } })))
  return (
    <StepForm step={step} onCancel={onCancel} action={t('setUp.next')}>
      <p className={classes.text}>{t('setUp.passwordHint')}</p>
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={readUser()?.username ?? ''}
        readOnly
        hidden
      />
      <PasswordField
        className={classes.field}
        label={t('setUp.password')}
        name="password"
        autoComplete="current-password"
        isFirst
        value={password}
        error={step.problems.password}
        onChange={setPassword}
      />
    </StepForm>
  )
}

function Confirm({
  secret,
  uri,
  onConfirmed,
  onCancel,
}: {
  secret: string
  uri: string
  onConfirmed: (codes: readonly string[]) => void
  onCancel: (() => void) | undefined
}) {
  const { t } = useWords(secondFactorWords)
  const [code, setCode] = useState('')
  const step = useStep(async () => {
    const { recoveryCodes } = await send(secondFactor.confirm, { body: { code } })
    onConfirmed(recoveryCodes)
  })
  const copy = async () => {
    if (await copyText(secret)) message.success(t('codes.copied'))
    else message.error(t('codes.notCopied'))
  }
  return (
    <StepForm step={step} onCancel={onCancel} action={t('setUp.confirm')}>
      <p>{t('setUp.scan')}</p>
      <Suspense fallback={<div className={classes.waiting} />}>
        <QrCode text={uri} label={t('setUp.qr')} />
      </Suspense>
      <p className={classes.text}>{t('setUp.manual')}</p>
      <div className={classes.key}>
        <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        <UnstyledButton
          aria-label={t('setUp.copyKey')}
          title={t('setUp.copyKey')}
          onClick={() => void copy()}
        >
          <IconCopy size={16} aria-hidden />
        </UnstyledButton>
      </div>
      <p>{t('setUp.enter')}</p>
      <TextInput
        className={classes.field}
        label={t('setUp.code')}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        maxLength={20}
        value={code}
        error={step.problems.code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <p className={classes.text}>{t('setUp.others')}</p>
    </StepForm>
  )
}

interface Step {
  isSending: boolean
  problems: Record<string, string>
  form: RefObject<HTMLFormElement | null>
  submit: (event: FormEvent) => Promise<void>
}

/** Sends a step once, however often its button is pressed; shows a refusal at its field. */
export function useStep(run: () => Promise<void>): Step {
  const [isSending, setIsSending] = useState(false)
  const [problems, setProblems] = useProblems()
  const form = useRef<HTMLFormElement>(null)
  useFocusProblem(form, problems)
  return {
    isSending,
    problems,
    form,
    submit: async (event) => {
      event.preventDefault()
      event.stopPropagation()
      if (isSending) return
      setIsSending(true)
      setProblems({})
      try {
        await run()
      } catch (error) {
        if (error instanceof Refusal) setProblems(error.fields ?? {})
      } finally {
        setIsSending(false)
      }
    },
  }
}

function StepForm({
  step,
  action,
  onCancel,
  children,
}: {
  step: Step
  action: string
  onCancel: (() => void) | undefined
  children: ReactNode
}) {
  const { t } = useWords(secondFactorWords)
  return (
    <form ref={step.form} className={classes.flow} onSubmit={(event) => void step.submit(event)} noValidate>
      {children}
      <div className={classes.buttons}>
        <Button type="submit" loading={step.isSending}>
          {action}
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t('setUp.cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}
