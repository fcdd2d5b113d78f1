import { pathOfPage, titleKey } from '@kabao/contract/app/menu'
import type { ReportName } from '@kabao/contract/kernel/report-names'
import { reportPageWords } from '@kabao/contract/statistics/report-page.words'
import { memo } from 'react'
import { Link, useLocation } from 'react-router'
import { useSession } from '#kit/session/session.ts'
import { type FullKey, translate, useWords } from '#kit/words/words.ts'
import classes from './report-tabs.module.css'

/** The kinds of reports by what their rows are about, each with the flow that it counts. */
const groups: readonly { name: Group; kinds: readonly (readonly [ReportName, Kind])[] }[] = [
  {
    name: 'channel',
    kinds: [
      ['reportChannelListProfit', 'all'],
      ['reportChannelList', 'full'],
      ['reportHalfChannelList', 'half'],
      ['reportOtherChannelList', 'uv'],
    ],
  },
  {
    name: 'org',
    kinds: [
      ['reportOrgList', 'all'],
      ['reportOrgListPlatform', 'full'],
      ['reportOrgHalfList', 'half'],
      ['reportOrgCityAutoList', 'city'],
    ],
  },
  { name: 'product', kinds: [['reportProductList', 'all']] },
  { name: 'cities', kinds: [['reportCityList', 'all']] },
  { name: 'system', kinds: [['reportSystemList', 'all']] },
]
type Group = 'channel' | 'org' | 'product' | 'cities' | 'system'
type Kind = 'all' | 'full' | 'half' | 'uv' | 'city'

/** The reports that the reader may see, as links for the same days; nothing if there is only one. */
export const ReportTabs = memo(function ReportTabs({ shown }: { shown: ReportName }) {
  const { t } = useWords(reportPageWords)
  const points = useSession((session) => session.points)
  const { search } = useLocation()
  const query = new URLSearchParams(search)
  for (const key of [...query.keys()]) if (!kept.has(key)) query.delete(key)
  const seen = groups.flatMap(({ name, kinds }) => {
    const permitted = kinds.filter(([report]) => points.has(`${report}:page`))
    return permitted.length > 0 ? [{ name, permitted }] : []
  })
  if (seen.flatMap(({ permitted }) => permitted).length < 2) return null
  return (
    <nav aria-label={t('kinds')} className={classes.kinds}>
      {seen.map(({ name, permitted }) => (
        <div key={name} className={classes.group}>
          {permitted.length > 1 && <span className={classes.name}>{t(`kind.${name}`)}</span>}
          {permitted.map(([report, kind]) => {
            const page = `Chart${report.slice('report'.length)}`
            const isOneOf = permitted.length > 1
            const text = t(`kind.${isOneOf ? kind : name}`)
            return (
              <Link
                key={report}
                to={`${pathOfPage(page)}?${query}`}
                className={classes.kind}
                title={translate(`menu.${titleKey('Chart', page)}` as FullKey)}
                aria-label={isOneOf ? `${t(`kind.${name}`)} ${text}` : undefined}
                aria-current={report === shown ? 'page' : undefined}
              >
                {text}
              </Link>
            )
          })}
        </div>
      ))}
    </nav>
  )
})

/** What another report is asked for like this one. */
const kept: ReadonlySet<string> = new Set(['preset', 'from', 'to', 'grain', 'way', 'compare'])
