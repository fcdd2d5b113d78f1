import { type AuditTarget, auditTargets } from '@kabao/contract/audit'
import { auditWords } from '@kabao/contract/audit.words'
import { useMemo } from 'react'
import { useWords } from '#kit'

/** How a kind of target is called; one that this version does not know, by its own word. */
export function useTargetName(): (kind: string | null) => string {
  const { t } = useWords(auditWords)
  return useMemo(() => (kind) => (isTarget(kind) ? t(`target.${kind}`) : (kind ?? '')), [t])
}

const isTarget = (kind: string | null): kind is AuditTarget => auditTargets.some((each) => each === kind)
