import { reachPageWords } from '@kabao/contract/reach/reach-page.words'
import { useAct, useWords } from '#kit'
import type { HookKind } from '../hooks.ts'

/** Asks, and sends a dead delivery again. */
export function useAgain({ calls }: HookKind): (delivery: { id: string }) => void {
  const { t } = useWords(reachPageWords)
  return useAct(calls.again, () => ({
    title: t('again.title'),
    text: t('again.text'),
    action: t('action.again'),
    done: () => t('again.done'),
  }))
}
