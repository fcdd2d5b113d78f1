import { formWords } from '@kabao/contract/kernel/form.words'
import { giveUp, isUnsaved } from '../session/unsaved.ts'
import { wordsOf } from '../words/words.ts'
import { ask, canAsk } from './confirm.tsx'

/** Asks whether unsaved changes on these pages may be discarded; without `pages`, on any page. True if there are none. */
export async function mayLose(pages?: readonly string[]): Promise<boolean> {
  if (isUnsaved(pages) && !(await askToLeave())) return false
  giveUp(pages)
  return true
}

/** Asks whether unsaved changes may be discarded. */
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

/**
 * Asks before the console is reloaded because the server has a new build; true at once if nothing is unsaved. If the dialog itself
 * is no longer on the server, the browser's own question remains.
 */
export async function mayReload(): Promise<boolean> {
  if (!isUnsaved() || !(await canAsk())) return true
  const { t } = wordsOf(formWords)
  const isSure = await ask({
    title: t('newBuild.title'),
    text: t('newBuild.text'),
    action: t('newBuild.confirm'),
    otherwise: t('newBuild.stay'),
  })
  if (isSure) giveUp()
  return isSure
}
