import { formWords } from '@kabao/contract/form.words'
import { wordsOf } from '../words/words.ts'
import { ask } from './confirm.tsx'
import { giveUp, isUnsaved } from './unsaved.ts'

/** Asks, where something is unsaved on these pages (without pages: anywhere), whether it may be lost. */
export async function mayLose(pages?: readonly string[]): Promise<boolean> {
  if (isUnsaved(pages) && !(await askToLeave())) return false
  giveUp(pages)
  return true
}

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

/** Asks whoever has something unsaved when the session ends: to sign in again loses it, to stay lets it be copied. */
export function askToSignInAgain(): Promise<boolean> {
  const { t } = wordsOf(formWords)
  return ask({
    title: t('expired.title'),
    text: t('expired.text'),
    action: t('expired.confirm'),
    otherwise: t('expired.stay'),
  })
}
