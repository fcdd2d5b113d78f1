import { account } from '@kabao/contract/account'
import { frameWords } from '@kabao/contract/frame.words'
import { isProblem, wordProblem } from '@kabao/contract/problems'
import { newPassword, session } from '@kabao/contract/session'
import { type FormEvent, useEffect, useState } from 'react'
import {
  Button,
  message,
  PasswordInput,
  Refusal,
  readUser,
  updateUser,
  useAnswer,
  useSend,
  useWords,
} from '#kit'
import classes from './password.module.css'
import { PasswordRules } from './rules.tsx'

const blank = { current: '', next: '', repeat: '' }
type Fields = typeof blank

/** Changes the own password, beside the rules that it has to follow. */
export function PasswordForm({ onChanged }: { onChanged?: () => void }) {
  const { t, language } = useWords(frameWords)
  const change = useSend(session.changePassword)
  const { data: policy } = useAnswer(account.passwordPolicy, { quiet: true })
  const [draft, setDraft] = useState(blank)
  const [problems, setProblems] = useState<Partial<Fields>>({})
  const username = readUser()?.username ?? ''
  // Typed passwords do not wait in a tab that is hidden.
  useEffect(() => () => setDraft(blank), [])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const found = problemsOf(draft)
    setProblems(found)
    if (change.isPending || Object.keys(found).length > 0) return focusFirst(form)
    try {
      await change.mutateAsync({ body: { current: draft.current, next: draft.next } })
      updateUser({ mustChangePassword: false })
      message.success(t('password.saved'))
      setDraft(blank)
      onChanged?.()
    } catch (error) {
      if (error instanceof Refusal) setProblems(error.fields ?? {})
      focusFirst(form)
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
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={classes.lead}>{t('password.lead')}</p>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordInput {...field('current', 'current-password')} />
      <PasswordInput
        {...field('next', 'new-password')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={policy && <PasswordRules policy={policy} typed={draft.next} username={username} />}
      />
      <PasswordInput {...field('repeat', 'new-password')} />
      <Button type="submit" loading={change.isPending}>
        {t('password.save')}
      </Button>
    </form>
  )
}

const focusFirst = (form: HTMLFormElement) =>
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
