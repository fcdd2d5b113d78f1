import { push } from '@kabao/contract/engine/push'
import { userTimeline } from '@kabao/contract/engine/timeline'
import { feedback } from '@kabao/contract/users/feedback'
import { type UserDetail, user } from '@kabao/contract/users/user'
import { userWords } from '@kabao/contract/users/user.words'
import { lazy, Suspense } from 'react'
import {
  Alert,
  Badge,
  Button,
  Can,
  DetailHead,
  RevealButton,
  RowPanel,
  type RowPanelProps,
  Skeleton,
  Tabs,
  useAnswer,
  useOpenTab,
  usePermission,
  useReveal,
  useWords,
} from '#kit'
import { statusColors } from './columns.tsx'
import classes from './detail.module.css'
import Overview from './overview.tsx'
import { useRemove } from './remove.tsx'

const parts = {
  timeline: lazy(() => import('./timeline.tsx')),
  matching: lazy(() => import('./match-runs.tsx')),
  pushes: lazy(() => import('./pushes.tsx')),
  feedback: lazy(() => import('./feedback.tsx')),
  risk: lazy(() => import('./risk.tsx')),
}
const tabs = ['overview', 'timeline', 'matching', 'pushes', 'feedback', 'risk'] as const

/** All details of one user, masked until they are revealed. */
export default function DetailPanel(props: RowPanelProps) {
  const { t } = useWords(userWords)
  const answer = useAnswer(user.get, { params: { id: props.id } })
  return (
    <RowPanel title={t('detail.title')} answer={answer} {...props}>
      {(person) => <Person key={person.id} person={person} />}
    </RowPanel>
  )
}

function Person({ person }: { person: UserDetail }) {
  const { t } = useWords(userWords)
  const revealing = useReveal(user.reveal)
  const remove = useRemove()
  const isDeleted = person.status === 'deleted'
  const whole = revealing.wholeOf(person.id)

  return (
    <>
      <DetailHead
        name={whole?.name ?? person.name ?? person.id}
        actions={
          !isDeleted && (
            <>
              <RevealButton
                use={user.reveal}
                id={person.id}
                of={revealing}
                labels={{ reveal: t('action.reveal'), hide: t('action.hide') }}
                describedBy="reveal-hint"
              />
              <Can use={user.remove}>
                <Button size="xs" variant="light" color="red" onClick={() => remove(person)}>
                  {t('action.remove')}
                </Button>
              </Can>
            </>
          )
        }
      >
        <Badge color={statusColors[person.status]}>{t(`status.${person.status}`)}</Badge>
      </DetailHead>
      {isDeleted ? (
        <Alert color="gray">{t('detail.deleted')}</Alert>
      ) : (
        <Can use={user.reveal}>
          <p id="reveal-hint" className={classes.hint}>
            {t('detail.revealHint')}
          </p>
        </Can>
      )}
      <Parts person={{ ...person, ...whole }} />
    </>
  )
}

/** The details in tabs; which ones depends on the permission points. */
function Parts({ person }: { person: UserDetail }) {
  const { t } = useWords(userWords)
  const [tab, choose] = useOpenTab(tabs)
  const may = {
    overview: true,
    timeline: usePermission(userTimeline.timeline),
    matching: usePermission(userTimeline.matchRuns),
    pushes: usePermission(push.page),
    feedback: usePermission(feedback.page),
    risk: usePermission(user.risk) && person.status !== 'deleted',
  }
  const seen = tabs.filter((each) => may[each])
  if (seen.length === 1) return <Overview person={person} />
  return (
    <Tabs value={may[tab] ? tab : 'overview'} onChange={choose} keepMounted={false}>
      <Tabs.List className={classes.tabs}>
        {seen.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {t(`detail.tab.${each}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {seen.map((each) => {
        const Part = each === 'overview' ? null : parts[each]
        return (
          <Tabs.Panel key={each} value={each} className={classes.panel}>
            <Suspense fallback={<Skeleton />}>
              {Part ? <Part id={person.id} /> : <Overview person={person} />}
            </Suspense>
          </Tabs.Panel>
        )
      })}
    </Tabs>
  )
}
