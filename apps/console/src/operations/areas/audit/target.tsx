import { pathOfPage } from '@kabao/contract/app/menu'
import { type AuditRow, type AuditTarget, auditTargets } from '@kabao/contract/operations/audit'
import { auditWords } from '@kabao/contract/operations/audit.words'
import { Link } from 'react-router'
import { Anchor, useWords, type WordsOf } from '#kit'

type Say = WordsOf<typeof auditWords.tree>['t']
type Target = Pick<AuditRow, 'targetKind' | 'targetId' | 'targetName'>

/** The name of a kind of target; a kind unknown to this version is shown by its key. */
export const targetName = (t: Say, kind: string | null): string =>
  isTarget(kind) ? t(`target.${kind}`) : (kind ?? '')

const isTarget = (kind: string | null): kind is AuditTarget => auditTargets.some((each) => each === kind)

/** A target by its kind and name, or by its id if it has no name. */
export const targetText = (t: Say, { targetKind, targetId, targetName: name }: Target): string =>
  `${targetName(t, targetKind)} ${name ?? targetId ?? ''}`.trim()

/** A target that links to its page. */
export function TargetLink({ row }: { row: Target & Pick<AuditRow, 'link'> }) {
  const { t } = useWords(auditWords)
  const text = targetText(t, row)
  const path = row.link && pathOfPage(row.link.name)
  if (!row.link || !path) return text
  return (
    <Anchor component={Link} to={`${path}?${new URLSearchParams(row.link.query)}`}>
      {text}
    </Anchor>
  )
}
