import { secondFactorWords } from '@kabao/contract/access/second-factor.words'
import { useState } from 'react'
import { Alert, Button, Modal, PasswordField, readUser, TextInput, useWords } from '#kit'
import classes from './second-factor.module.css'
import { useStep } from './set-up.tsx'

interface ProveDialogProps {
  title: string
  text: string
  warning?: string | undefined
  isDanger?: boolean
  run: (proof: { password: string; code: string }) => Promise<void>
  onClose: () => void
}

/** Requires the password and a code before an action that weakens or replaces the second factor. */
export default function ProveDialog({ title, text, warning, isDanger, run, onClose }: ProveDialogProps) {
  const { t } = useWords(secondFactorWords)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const step = useStep(() => run({ password, code }))
  return (
    <Modal
      opened
      onClose={() => !step.isSending && onClose()}
      title={title}
      size={420}
      closeButtonProps={{ 'aria-label': t('prove.close') }}
    >
      <form
        ref={step.form}
        className={classes.dialog}
        onSubmit={(event) => void step.submit(event)}
        noValidate
      >
        <p>{text}</p>
        {warning && <Alert color="orange">{warning}</Alert>}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={readUser()?.username ?? ''}
          readOnly
          hidden
        />
        <PasswordField
          label={t('prove.password')}
          name="password"
          autoComplete="current-password"
          isFirst
          value={password}
          error={step.problems.password}
          onChange={setPassword}
        />
        <TextInput
          label={t('prove.code')}
          name="code"
          autoComplete="one-time-code"
          maxLength={20}
          value={code}
          error={step.problems.code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <div className={classes.dialogButtons}>
          <Button variant="default" onClick={onClose} disabled={step.isSending}>
            {t('prove.cancel')}
          </Button>
          <Button type="submit" color={isDanger ? 'red' : undefined} loading={step.isSending}>
            {title}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
