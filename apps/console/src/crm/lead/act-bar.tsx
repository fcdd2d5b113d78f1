import { lead as leadCalls } from '@kabao/contract/crm/lead'
import { leadMergeWords } from '@kabao/contract/crm/lead-merge.words'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import type { LeadDetail } from '@kabao/contract/crm/lead-row'
import type { Endpoint } from '@kabao/contract/kernel/kernel'
import { Button } from '#kit/controls/button.ts'
import { Menu } from '#kit/controls/menu.ts'
import { IconChevronDown } from '#kit/icons.ts'
import { useSession } from '#kit/session/session.ts'
import { useWords } from '#kit/words/words.ts'
import { allows, endpointOf, isDangerous, isWorkable, leadActs } from './acts.ts'
import classes from './lead.module.css'
import type { useLeadActs } from './use-lead-acts.tsx'

interface ActBarProps {
  lead: LeadDetail
  acts: ReturnType<typeof useLeadActs>
  onCalled: () => void
  onEdit: () => void
  onMerge: () => void
}

interface Offered {
  key: string
  label: string
  use: Pick<Endpoint, 'point'>
  isDanger?: boolean
  run: () => void
}

/** What the caller can do with a lead now: the first act as a button, the others in a menu, what ends it last. */
export function ActBar({ lead, acts, onCalled, onEdit, onMerge }: ActBarProps) {
  const { t } = useWords(leadPageWords)
  const merging = useWords(leadMergeWords)
  const points = useSession((session) => session.points)
  const offered: Offered[] = []
  if (isWorkable(lead, lead.can) && !lead.isForgotten)
    offered.push({
      key: 'call',
      label: t('action.call'),
      use: leadCalls.reveal,
      run: () => acts.call(lead, onCalled),
    })
  for (const act of leadActs)
    if (allows(act, lead, lead.can))
      offered.push({
        key: act,
        label: t(`action.${act}`),
        use: endpointOf(act),
        isDanger: isDangerous(act),
        run: () => acts.run(act, lead),
      })
  if (lead.can.work) {
    offered.push({ key: 'edit', label: t('action.edit'), use: leadCalls.update, run: onEdit })
    offered.push({ key: 'merge', label: merging.t('action.merge'), use: leadCalls.merge, run: onMerge })
  }
  const [first, ...others] = offered
    .filter(({ use }) => use.point === null || points.has(use.point))
    .toSorted((one, other) => Number(one.isDanger ?? false) - Number(other.isDanger ?? false))
  if (!first) return null
  return (
    <div className={classes.acts}>
      <Button onClick={first.run}>{first.label}</Button>
      {others.length > 0 && (
        <Menu position="bottom-start" width={160} withinPortal={false}>
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
              {t('action.others')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ key, label, isDanger, run }) => (
              <Menu.Item key={key} color={isDanger ? 'red' : undefined} onClick={run}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}
