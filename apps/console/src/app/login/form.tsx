import { loginWords } from '@kabao/contract/access/login.words'
import type { SignedIn } from '@kabao/contract/access/session'
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import {
  Button,
  beginSession,
  Checkbox,
  endSession,
  IconLock,
  IconUser,
  message,
  PasswordInput,
  runtimeConfig,
  send,
  TextInput,
  UnstyledButton,
  useWordAnew,
  useWords,
} from '#kit'
import { nextAddress } from '../guard/addresses.ts'
import { fetchMenu } from '../guard/menu-fetch.ts'
import { sessionCalls } from '../guard/session-calls.ts'
import classes from './login.module.css'
import { firstPassword, keep, keepDevice, offerToBrowser, readDevice, readRemembered } from './remembered.ts'

const Help = lazy(() => import('./help.tsx'))
/** Loaded on demand: only where the company has single sign-on. */
const SsoReturn = lazy(() => import('./sso-return.tsx'))
/** Loaded on demand: few accounts need it, and it would make everyone's first page larger. */
const SecondStep = lazy(() => import('./second-step.tsx'))

/** User name and password; a field is checked when the focus leaves it, both when the form is sent. */
export function LoginForm() {
  const { t } = useWords(loginWords)
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [remembered] = useState(readRemembered)
  const [rememberPassword, setRememberPassword] = useState(remembered.rememberPassword)
  const [username, setUsername] = useState(remembered.username)
  const [password, setPassword] = useState(() => firstPassword(remembered))
  const [missing, setMissing] = useState<{ username?: boolean; password?: boolean }>({})
  const [failure, setFailure] = useState('')
  useWordAnew((word) => setFailure(word))
  const [isSending, setIsSending] = useState(false)
  const isBusy = useRef(false)
  const [isVisible, setIsVisible] = useState(false)
  const [help, setHelp] = useState<'forgot' | 'register' | null>(null)
  const [challenge, setChallenge] = useState<string | null>(null)

  const { sso } = runtimeConfig()
  const [isReturning, setIsReturning] = useState(() => sso !== null && search.has('state'))

  const enter = (answer: SignedIn, query = search) => {
    keepDevice(answer.device)
    beginSession(answer)
    keep({ rememberPassword, username: rememberPassword ? username.trim() : '' })
    if (!answer.mustChangePassword && !answer.mustSetUpSecondFactor) void fetchMenu()
    message.success(t('form.login.success'))
    void navigate(nextAddress(query))
  }

  const startOver = (why: string) => {
    setChallenge(null)
    setIsReturning(false)
    setPassword('')
    setFailure(why)
    isBusy.current = false
    setIsSending(false)
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const empty = { username: username.trim() === '', password: password === '' }
    setMissing(empty)
    // A second press may come before React renders the first, so state alone would not stop it.
    if (isBusy.current || empty.username || empty.password) return
    isBusy.current = true
    setIsSending(true)
    try {
      const { login } = await sessionCalls()
      const answer = await send(login, { query: { username: username.trim(), password, ...readDevice() } })
      if (rememberPassword) void offerToBrowser(form)
      if ('challenge' in answer) setChallenge(answer.challenge)
      else enter(answer)
    } catch (error) {
      endSession()
      setFailure((error as Error).message || t('form.login.errMsg'))
      isBusy.current = false
      setIsSending(false)
    }
  }

  const tick = (isTicked: boolean) => {
    setRememberPassword(isTicked)
    keep({ ...readRemembered(), rememberPassword: isTicked })
  }

  const signOn = async () => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      await (await import('#access/sso-flow.ts')).begin(`/login?${search}`)
    } catch (error) {
      startOver((error as Error).message || t('form.login.errMsg'))
    }
  }

  if (isReturning && challenge === null) {
    return (
      <Suspense fallback={<div className={classes.form} />}>
        <SsoReturn onSignedIn={enter} onChallenge={setChallenge} onFailure={startOver} />
      </Suspense>
    )
  }
  if (challenge !== null) {
    return (
      <Suspense fallback={<div className={classes.form} />}>
        <SecondStep challenge={challenge} onSignedIn={enter} onStartOver={startOver} />
      </Suspense>
    )
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => void submit(event)}
      onInput={() => void sessionCalls()}
      noValidate
    >
      <h1 className={classes.title}>{t('form.title')}</h1>
      <p className={classes.subtitle}>{t('form.subtitle')}</p>
      <div className={classes.failure} role="alert">
        {failure}
      </div>
      <TextInput
        className={classes.field}
        aria-label={t('form.userName')}
        name="username"
        autoComplete="username"
        autoFocus={username === ''}
        placeholder={t('form.userName.placeholder')}
        leftSection={<IconUser size={16} aria-hidden />}
        value={username}
        maxLength={64}
        error={missing.username && t('form.userName.errMsg')}
        onChange={(event) => setUsername(event.currentTarget.value)}
        onBlur={() => setMissing((fields) => ({ ...fields, username: username.trim() === '' }))}
      />
      <PasswordInput
        className={classes.field}
        aria-label={t('form.password')}
        name="password"
        autoComplete="current-password"
        placeholder={t('form.password.placeholder')}
        leftSection={<IconLock size={16} aria-hidden />}
        value={password}
        maxLength={128}
        error={missing.password && t('form.password.errMsg')}
        onChange={(event) => setPassword(event.currentTarget.value)}
        onBlur={() => setMissing((fields) => ({ ...fields, password: password === '' }))}
        visible={isVisible}
        onVisibilityChange={setIsVisible}
        visibilityToggleButtonProps={{
          'aria-label': t(isVisible ? 'form.password.hide' : 'form.password.show'),
          'aria-hidden': false,
          tabIndex: 0,
        }}
      />
      <div className={classes.row}>
        <Checkbox
          label={t('form.rememberPassword')}
          checked={rememberPassword}
          onChange={(event) => tick(event.currentTarget.checked)}
        />
        <UnstyledButton className={classes.link} onClick={() => setHelp('forgot')}>
          {t('form.forgetPassword')}
        </UnstyledButton>
      </div>
      <Button type="submit" fullWidth loading={isSending}>
        {t('form.login')}
      </Button>
      {sso !== null && (
        <Button className={classes.register} variant="default" fullWidth onClick={() => void signOn()}>
          {t('form.sso', { name: sso })}
        </Button>
      )}
      <Button
        className={classes.register}
        variant="subtle"
        color="gray"
        fullWidth
        onClick={() => setHelp('register')}
      >
        {t('form.register')}
      </Button>
      <Suspense>{help && <Help about={help} onClose={() => setHelp(null)} />}</Suspense>
    </form>
  )
}
