import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import type { LeadRow } from '@kabao/contract/crm/lead-row'
import { useWords } from '#kit/words/words.ts'

/** What a lead is called: its masked name, else its masked phone. */
export function useLeadName(): (lead: Pick<LeadRow, 'name' | 'phone' | 'id'>) => string {
  const { t } = useWords(leadPageWords)
  return ({ name, phone, id }) => name || phone || `${t('unnamed')} ${id}`
}
