import { renewalWords } from '@kabao/contract/access/renewal.words'
import type { SignedIn } from '@kabao/contract/access/session'
import { type FormEvent, useRef, useState } from 'react'
import { Button, Modal, PasswordField, queries, readUser, send, UnstyledButton, useWords } from '#kit'
import { goOn, signOut } from '#kit/call/expiry.ts'
import { renewSession } from '#kit/session/session.ts'
import { fetchMenu } from '../guard/menu-fetch.ts'
import { sessionCalls } from '../guard/session-calls.ts'
import { keepDevice, readDevice } from './remembered.ts'
import classes from './renew-dialog.module.css'
import SecondStep from './second-step.tsx'

/** Signs in again with the same account, above a page with unsaved changes, which stay as they are. */
export default function RenewDialog() {
  const { t } = useWords(renewalWords)
  const [user] = useState(readUser)
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState('')
  const [isSending, setIsSending] = useState(false)
  const [challenge, setChallenge] = useState<string | null>(null)
  const isBusy = useRef(false)
  const stay = () => goOn(false)

  const enter = (answer: SignedIn) => {
    keepDevice(answer.device)
    renewSession(answer)
    goOn(true)
    void fetchMenu()
    void queries.invalidateQueries()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy.current || password === '' || user === null) return
    isBusy.current = true
    setIsSending(true)
    setFailure('')
    try {
      const { login } = await sessionCalls()
      const query = { username: user.username, password, ...readDevice() }
      const answer = await send(login, { query, quiet: true })
      if ('challenge' in answer) setChallenge(answer.challenge)
      else enter(answer)
    } catch (error) {
      setFailure((error as Error).message)
    }
    isBusy.current = false
    setIsSending(false)
  }

  const startOver = (why: string) => {
    setChallenge(null)
    setPassword('')
    setFailure(why)
  }

  return (
    <Modal opened onClose={stay} title={t('title')} size={420} zIndex={300} closeOnClickOutside={false}>
      {challenge === null ? (
        <form onSubmit={(event) => void submit(event)} noValidate>
          <p className={classes.text}>{t('text', { name: user?.name || (user?.username ?? '') })}</p>
          {/* A password manager finds the account by its name. */}
          <input hidden readOnly name="username" autoComplete="username" value={user?.username ?? ''} />
          <PasswordField
            name="password"
            label={t('password')}
            autoComplete="current-password"
            isFirst
            value={password}
            error={failure}
            onChange={setPassword}
            onBlur={() => undefined}
          />
          <div className={classes.buttons}>
            <Button variant="default" onClick={stay}>
              {t('stay')}
            </Button>
            <Button type="submit" loading={isSending} disabled={password === ''}>
              {t('submit')}
            </Button>
          </div>
          <UnstyledButton className={classes.leave} onClick={signOut}>
            {t('leave')}
          </UnstyledButton>
        </form>
      ) : (
        <SecondStep challenge={challenge} onSignedIn={enter} onStartOver={startOver} />
      )}
    </Modal>
  )
}
