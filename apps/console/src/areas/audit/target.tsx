import { type AuditRow, type AuditTarget, auditTargets } from '@kabao/contract/audit'
import { auditWords } from '@kabao/contract/audit.words'
import { pathOfPage } from '@kabao/contract/menu'
import { Link } from 'react-router'
import { Anchor, useWords, type WordsOf } from '#kit'

type Say = WordsOf<typeof auditWords.tree>['t']
type Target = Pick<AuditRow, 'targetKind' | 'targetId' | 'targetName'>

/** How a kind of target is called; one that this version does not know, by its own word. */
export const targetName = (t: Say, kind: string | null): string =>
  isTarget(kind) ? t(`target.${kind}`) : (kind ?? '')

const isTarget = (kind: string | null): kind is AuditTarget => auditTargets.some((each) => each === kind)

/** A target by its kind and its name; by its id where it has no name. */
export const targetText = (t: Say, { targetKind, targetId, targetName: name }: Target): string =>
  `${targetName(t, targetKind)} ${name ?? targetId ?? ''}`.trim()

/** A target, which leads to the page that shows it. */
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
