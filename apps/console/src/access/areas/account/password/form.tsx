import { account } from '@kabao/contract/access/account'
import { newPassword, session } from '@kabao/contract/access/session'
import { frameWords } from '@kabao/contract/app/frame.words'
import { isSchemaProblem, wordSchemaProblem } from '@kabao/contract/kernel/problems'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  Button,
  message,
  PasswordField,
  Refusal,
  readUser,
  updateUser,
  useAnswer,
  useFocusProblem,
  useProblems,
  useSend,
  useWords,
} from '#kit'
import classes from './password.module.css'
import { PasswordRules } from './rules.tsx'

const blank = { current: '', next: '', repeat: '' }
type Fields = typeof blank

/** Changes one's own password, beside the rules for it. */
export function PasswordForm({ onChanged }: { onChanged?: () => void }) {
  const { t, language } = useWords(frameWords)
  const change = useSend(session.changePassword)
  const { data: policy } = useAnswer(account.passwordPolicy)
  const [draft, setDraft] = useState(blank)
  const [problems, setProblems] = useProblems()
  const form = useRef<HTMLFormElement>(null)
  useFocusProblem(form, problems)
  const username = readUser()?.username ?? ''
  // A typed password is cleared when its tab is hidden.
  useEffect(() => () => setDraft(blank), [])

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
      onChanged?.()
    } catch (error) {
      if (error instanceof Refusal) setProblems(error.fields ?? {})
    }
  }

  const problemsOf = ({ current, next, repeat }: Fields): Record<string, string> => {
    const word = (key: string) => (isSchemaProblem(key) ? wordSchemaProblem(key, language) : key)
    const checked = newPassword.safeParse(next)
    return {
      ...(current === '' ? { current: word('required') } : {}),
      ...(checked.success
        ? {}
        : { next: word(next === '' ? 'required' : (checked.error.issues[0]?.message ?? 'password')) }),
      ...(repeat === next ? {} : { repeat: t('password.mismatch') }),
    }
  }

  const field = (name: keyof Fields) => ({
    label: t(`password.${name}`),
    name,
    isRequired: true,
    value: draft[name],
    error: problems[name],
    onChange: (value: string) => setDraft((before) => ({ ...before, [name]: value })),
  })

  return (
    <form ref={form} className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={classes.lead}>{t('password.lead')}</p>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField {...field('current')} autoComplete="current-password" />
      <PasswordField
        {...field('next')}
        autoComplete="new-password"
        description={policy && <PasswordRules policy={policy} typed={draft.next} username={username} />}
      />
      <PasswordField {...field('repeat')} autoComplete="new-password" />
      <Button type="submit" loading={change.isPending}>
        {t('password.save')}
      </Button>
    </form>
  )
}
