import { formWords } from '@kabao/contract/form.words'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { wordsOf } from '../words/words.ts'
import { ask } from './confirm.tsx'

/** Asks whether what was typed may be lost. */
export function askToLeave(): Promise<boolean> {
  const { t } = wordsOf(formWords)
  return ask({
    title: t('leave.title'),
    text: t('leave.text'),
    action: t('leave.confirm'),
    otherwise: t('leave.stay'),
    isDanger: true,
  })
}

/** While there is something unsaved, whoever leaves the page is asked first. */
export function useGuard(isDirty: boolean): void {
  const blocker = useBlocker(isDirty)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void askToLeave().then((isSure) => (isSure ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}
