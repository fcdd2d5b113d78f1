import { loginWords } from '@kabao/contract/access/login.words'
import type { SignedIn } from '@kabao/contract/access/session'
import { codes } from '@kabao/contract/kernel/envelope'
import { type FormEvent, useRef, useState } from 'react'
import { Button, Refusal, send, TextInput, UnstyledButton, useWordAnew, useWords } from '#kit'
import { sessionCalls } from '../guard/session-calls.ts'
import classes from './login.module.css'
import { readDevice } from './remembered.ts'

interface SecondStepProps {
  challenge: string
  onSignedIn: (answer: SignedIn) => void
  /** Goes back to name and password, and shows this message there. */
  onStartOver: (why: string) => void
}

/** Asks for the code of the authenticator, or for a recovery code. */
export default function SecondStep({ challenge, onSignedIn, onStartOver }: SecondStepProps) {
  const { t } = useWords(loginWords)
  const [isRecovery, setIsRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const [failure, setFailure] = useState('')
  useWordAnew((word) => {
    setProblem(word)
    setFailure(word)
  })
  const [isSending, setIsSending] = useState(false)
  const isBusy = useRef(false)
  const input = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy.current) return
    isBusy.current = true
    setIsSending(true)
    setProblem('')
    setFailure('')
    try {
      const { loginByCode } = await sessionCalls()
      onSignedIn(await send(loginByCode, { body: { challenge, code, ...readDevice() } }))
    } catch (error) {
      isBusy.current = false
      setIsSending(false)
      if (error instanceof Refusal && error.code === codes.wrongCredentials) return onStartOver(error.message)
      const wrong = error instanceof Refusal ? error.fields?.code : undefined
      setProblem(wrong ?? '')
      setFailure(wrong === undefined ? (error as Error).message || t('form.login.errMsg') : '')
      input.current?.select()
    }
  }

  const switchKind = () => {
    setIsRecovery(!isRecovery)
    setCode('')
    setProblem('')
    input.current?.focus()
  }

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <h1 className={classes.title}>{t('secondStep.title')}</h1>
      <p className={classes.subtitle}>{t(isRecovery ? 'secondStep.leadRecovery' : 'secondStep.lead')}</p>
      <div className={classes.failure} role="alert">
        {failure}
      </div>
      <TextInput
        key={String(isRecovery)}
        ref={input}
        className={classes.field}
        label={t(isRecovery ? 'secondStep.recoveryCode' : 'secondStep.code')}
        name="code"
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        maxLength={20}
        autoFocus
        value={code}
        error={problem}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button className={classes.submit} type="submit" fullWidth loading={isSending}>
        {t('secondStep.submit')}
      </Button>
      <div className={classes.links}>
        <UnstyledButton className={classes.link} onClick={switchKind}>
          {t(isRecovery ? 'secondStep.useCode' : 'secondStep.useRecovery')}
        </UnstyledButton>
        <UnstyledButton className={classes.link} onClick={() => onStartOver('')}>
          {t('secondStep.back')}
        </UnstyledButton>
      </div>
    </form>
  )
}
