import { type AuditTarget, auditTargets } from '@kabao/contract/audit'
import type { auditWords } from '@kabao/contract/audit.words'
import type { WordsOf } from '#kit'

type Say = WordsOf<typeof auditWords.tree>['t']

/** How a kind of target is called; one that this version does not know, by its own word. */
export const targetName = (t: Say, kind: string | null): string =>
  isTarget(kind) ? t(`target.${kind}`) : (kind ?? '')

const isTarget = (kind: string | null): kind is AuditTarget => auditTargets.some((each) => each === kind)
