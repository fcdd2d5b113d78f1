import type { Endpoint } from '@kabao/contract/kernel/kernel'
import { inLanguage, type Words } from '@kabao/contract/kernel/language'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useSession } from '../session/session.ts'
import { Skeleton } from '../skeleton/skeleton.tsx'
import { type FullKey, translate, useLanguage } from '../words/words.ts'
import classes from './page.module.css'
import { PageTabs } from './page-tabs.tsx'

/** One of the lists of a page. */
export interface ListOfPage {
  /** In the address: `?tab=plans`. The first list needs none. */
  name: string
  title: Words
  /** The endpoint whose permission shows the list. */
  use: Pick<Endpoint, 'point'>
  List: ComponentType<{ tabs?: ReactNode }>
}

/**
 * A page of several lists, one at a time; the address says which. Someone who may see only one of them gets no tabs.
 * @param props.page the key of the page's title
 */
export function ListChoice({ page, lists }: { page: FullKey; lists: readonly ListOfPage[] }) {
  const language = useLanguage()
  const { search } = useLocation()
  const points = useSession((session) => session.points)
  const named = new URLSearchParams(search).get('tab')
  const shown = lists.find(({ name }) => name === named) ?? lists[0]
  const seen = lists.filter(({ use: { point } }) => point === null || points.has(point))
  /** Without the filters of another list. */
  const addressOf = (list: ListOfPage) => (list === lists[0] ? '?' : `?tab=${list.name}`)
  if (!shown) return null
  // The filters and the open details of the address belong to the list that may not be seen.
  if (!seen.includes(shown) && seen[0]) return <Navigate to={addressOf(seen[0])} replace />
  const tabs = (
    <PageTabs
      label={translate(page)}
      tabs={seen.map((list) => ({
        title: inLanguage(list.title, language),
        to: addressOf(list),
        isShown: list === shown,
      }))}
      expected={lists.map(({ title }) => inLanguage(title, language))}
    />
  )
  const { name, List } = shown
  return (
    <Suspense fallback={<Waiting />}>
      <List key={name} tabs={tabs} />
    </Suspense>
  )
}

/** The panel of the page, while the code of its list is loading. */
const Waiting = () => (
  <div className={`${classes.page} ${classes.waiting}`}>
    <section className={classes.panel}>
      <Skeleton count={8} />
    </section>
  </div>
)
