import { frameWords } from '@kabao/contract/frame.words'
import { isProblem, wordProblem } from '@kabao/contract/problems'
import { newPassword, session } from '@kabao/contract/session'
import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import {
  Alert,
  Button,
  message,
  Page,
  PasswordInput,
  Refusal,
  readUser,
  updateUser,
  useSend,
  useWords,
} from '#kit'
import { nextAddress } from '../guard/addresses.ts'
import { fetchMenu } from '../guard/menu-fetch.ts'
import classes from './password.module.css'

const blank = { current: '', next: '', repeat: '' }
type Fields = typeof blank

/** Changes the own password; whoever must do so comes here from everywhere else. */
export default function PasswordPage() {
  const { t, language } = useWords(frameWords)
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const change = useSend(session.changePassword)
  const [draft, setDraft] = useState(blank)
  const [problems, setProblems] = useState<Partial<Fields>>({})
  const [mustChange] = useState(() => readUser()?.mustChangePassword === true)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = problemsOf(draft)
    setProblems(found)
    if (change.isPending || Object.keys(found).length > 0) return
    try {
      await change.mutateAsync({ body: { current: draft.current, next: draft.next } })
      updateUser({ mustChangePassword: false })
      message.success(t('password.saved'))
      setDraft(blank)
      if (!mustChange) return
      void fetchMenu()
      void navigate(nextAddress(search))
    } catch (error) {
      if (error instanceof Refusal) setProblems(error.fields ?? {})
    }
  }

  const problemsOf = ({ current, next, repeat }: Fields): Partial<Fields> => {
    const word = (key: string) => (isProblem(key) ? wordProblem(key, language) : key)
    const checked = newPassword.safeParse(next)
    return {
      ...(current === '' ? { current: word('required') } : {}),
      ...(checked.success
        ? {}
        : { next: word(next === '' ? 'required' : (checked.error.issues[0]?.message ?? 'password')) }),
      ...(repeat === next ? {} : { repeat: t('password.mismatch') }),
    }
  }

  const field = (name: keyof Fields, autoComplete: string) => ({
    label: t(`password.${name}`),
    name,
    autoComplete,
    withAsterisk: true,
    maxLength: 128,
    value: draft[name],
    error: problems[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setDraft({ ...draft, [name]: event.currentTarget.value }),
  })

  return (
    <Page breadcrumb={['menu.password']} title={t('password.title')}>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        {mustChange && <Alert color="orange">{t('password.must')}</Alert>}
        <p className={classes.lead}>{t('password.lead')}</p>
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={readUser()?.username ?? ''}
          readOnly
          hidden
        />
        <PasswordInput {...field('current', 'current-password')} />
        <PasswordInput {...field('next', 'new-password')} />
        <PasswordInput {...field('repeat', 'new-password')} />
        <Button type="submit" loading={change.isPending}>
          {t('password.save')}
        </Button>
      </form>
    </Page>
  )
}
