import { clueWords } from '@kabao/contract/crm/clue.words'
import type { ClueStage } from '@kabao/contract/crm/clue-row'
import { Badge } from '#kit/controls/badge.ts'
import { useWords } from '#kit/words/words.ts'

export const stageColors: Record<ClueStage, string> = {
  new: 'orange',
  contacted: 'arcoblue',
  interested: 'arcoblue',
  applied: 'arcoblue',
  converted: 'green',
  invalid: 'gray',
}

/** The stage of a lead. */
export function StageBadge({ stage }: { stage: ClueStage }) {
  const { t } = useWords(clueWords)
  return <Badge color={stageColors[stage]}>{t(`stage.${stage}`)}</Badge>
}
