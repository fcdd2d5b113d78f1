import { crmCenterWords } from '@kabao/contract/crm/crm-center.words'
import { lead } from '@kabao/contract/crm/lead'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button, Failure, Skeleton, useOpen, usePermission, useWords } from '#kit'
import { isWorkable } from '../../lead/acts.ts'
import { useLeadActs } from '../../lead/use-lead-acts.tsx'
import classes from './desk.module.css'
import { useShortcuts } from './use-shortcuts.ts'
import { useWork } from './use-work.ts'
import { WorkRow } from './work-row.tsx'

const DetailPanel = lazy(() => import('../../lead/detail-panel.tsx'))
const FollowUpForm = lazy(() => import('../../lead/follow-up-form.tsx'))
const Keys = lazy(() => import('./keys.tsx'))

/** The leads to work on. The whole list is worked by keys: move, open, write a follow-up, call. */
export function Work() {
  const { t } = useWords(crmCenterWords)
  const own = useWords(leadPageWords)
  const { all, items } = useWork()
  const acts = useLeadActs()
  const { id, open, turnTo, close } = useOpen()
  const [chosen, setChosen] = useState<string | null>(null)
  const [following, setFollowing] = useState<string | null>(null)
  const [isHelp, setIsHelp] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const last = useRef(0)
  const mayFollow = usePermission(lead.followUp)
  const mayCall = usePermission(lead.reveal)
  // A part has its place once those above it have their height.
  const loading = all.findIndex(({ leads, error }) => !leads && !error)
  const shown = loading < 0 ? all : all.slice(0, loading + 1)

  // When the chosen lead is done and gone, the next one takes its place.
  const found = items.findIndex(({ key }) => key === chosen)
  const at = found >= 0 ? found : Math.min(last.current, items.length - 1)
  const item = chosen === null ? undefined : items[at]
  useEffect(() => {
    if (found >= 0) last.current = found
  }, [found])

  const rowOf = (key: string) =>
    [...(list.current?.querySelectorAll<HTMLElement>('[data-work]') ?? [])].find(
      (row) => row.dataset.work === key,
    )
  const choose = (next: number) => {
    const to = items[Math.max(0, Math.min(next, items.length - 1))]
    if (!to) return
    setChosen(to.key)
    rowOf(to.key)?.focus()
  }
  const follow = (key: string) => {
    const lead = items.find((each) => each.key === key)?.lead
    if (!lead || !mayFollow || !isWorkable(lead)) return
    setChosen(key)
    setFollowing(key)
  }
  const stopFollowing = () => {
    const key = following
    setFollowing(null)
    if (key !== null) requestAnimationFrame(() => rowOf(key)?.focus())
  }
  const call = (key: string) => {
    const lead = items.find((each) => each.key === key)?.lead
    if (lead && mayCall && isWorkable(lead) && !lead.isForgotten) acts.call(lead, () => follow(key))
  }
  const step = (by: number) => choose(item ? at + by : 0)
  useShortcuts((key) => {
    switch (key) {
      case 'j':
      case 'ArrowDown':
        step(1)
        return true
      case 'k':
      case 'ArrowUp':
        step(-1)
        return true
      case 'Enter':
        if (item) open(item.lead.id)
        return item !== undefined
      case 'f':
        if (item) follow(item.key)
        return true
      case 'c':
        if (item) call(item.key)
        return true
      case '?':
        setIsHelp(true)
        return true
      case 'Escape':
        if (following === null) setChosen(null)
        else stopFollowing()
        return true
      default:
        return false
    }
  })

  return (
    <section className={classes.work} aria-label={t('work')} aria-busy={loading >= 0}>
      <div className={classes.workTop}>
        <h2 className={classes.heading}>{t('work')}</h2>
        <Button size="xs" variant="default" onClick={() => setIsHelp(true)}>
          {t('keys.open')} ?
        </Button>
      </div>
      <div ref={list}>
        {shown.map(({ part, leads, error, retry, more }) => (
          <section key={part} aria-label={t(`part.${part}`)}>
            <h3 className={classes.part}>{t(`part.${part}`)}</h3>
            {error && <Failure error={error} onRetry={retry} />}
            {!error && !leads && <Skeleton count={3} />}
            {leads?.length === 0 && <p className={classes.hint}>{t(`empty.${part}`)}</p>}
            <ul className={classes.rows}>
              {leads?.map((lead) => {
                const key = `${part} ${lead.id}`
                return (
                  <WorkRow
                    key={key}
                    lead={lead}
                    part={part}
                    workKey={key}
                    isChosen={item?.key === key}
                    isFirst={item === undefined && items[0]?.key === key}
                    onChoose={() => setChosen(key)}
                    onOpen={() => open(lead.id)}
                    onFollow={mayFollow && isWorkable(lead) ? () => follow(key) : undefined}
                    onCall={mayCall && isWorkable(lead) ? () => call(key) : undefined}
                  >
                    {following === key && (
                      // biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the form from any of its fields
                      <div
                        onKeyDown={(event) => {
                          // A calendar or a list of choices that is open closes first.
                          if (event.key !== 'Escape' || event.defaultPrevented) return
                          event.stopPropagation()
                          stopFollowing()
                        }}
                      >
                        <Suspense fallback={<Skeleton count={4} />}>
                          <FollowUpForm lead={lead} isQuick onSaved={stopFollowing} />
                        </Suspense>
                      </div>
                    )}
                  </WorkRow>
                )
              })}
            </ul>
            {more && (
              <Button size="xs" variant="default" loading={more.isLoading} onClick={more.load}>
                {t('more')}
              </Button>
            )}
          </section>
        ))}
      </div>
      {acts.dialog}
      <Suspense>
        {id !== null && (
          <DetailPanel
            id={id}
            rows={[...new Map(items.map(({ lead }) => [lead.id, lead])).values()]}
            onTurn={turnTo}
            onClose={close}
          />
        )}
      </Suspense>
      <Suspense>{isHelp && <Keys onClose={() => setIsHelp(false)} />}</Suspense>
      <p className={classes.heard} role="status">
        {following !== null && own.t('follow.title')}
      </p>
    </section>
  )
}
