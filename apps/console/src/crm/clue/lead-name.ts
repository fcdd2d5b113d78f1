import { cluePageWords } from '@kabao/contract/crm/clue-page.words'
import type { ClueRow } from '@kabao/contract/crm/clue-row'
import { useWords } from '#kit/words/words.ts'

/** What a lead is called: its masked name, else its masked phone. */
export function useLeadName(): (lead: Pick<ClueRow, 'name' | 'phone' | 'id'>) => string {
  const { t } = useWords(cluePageWords)
  return ({ name, phone, id }) => name || phone || `${t('unnamed')} ${id}`
}
