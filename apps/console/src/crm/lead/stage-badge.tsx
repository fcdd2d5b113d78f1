import { leadWords } from '@kabao/contract/crm/lead.words'
import type { LeadStage } from '@kabao/contract/crm/lead-row'
import { Badge } from '#kit/controls/badge.ts'
import { useWords } from '#kit/words/words.ts'

export const stageColors: Record<LeadStage, string> = {
  new: 'orange',
  contacted: 'arcoblue',
  interested: 'arcoblue',
  applied: 'arcoblue',
  converted: 'green',
  invalid: 'gray',
}

/** The stage of a lead. */
export function StageBadge({ stage }: { stage: LeadStage }) {
  const { t } = useWords(leadWords)
  return <Badge color={stageColors[stage]}>{t(`stage.${stage}`)}</Badge>
}
