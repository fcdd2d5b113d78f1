import { pathOfPage } from '@kabao/contract/app/menu'
import type { AnswerOf } from '@kabao/contract/kernel/kernel'
import type { ReportCalls } from '@kabao/contract/statistics/report/calls'
import { channelList, reportChannelList } from '@kabao/contract/statistics/report/channel-list'
import {
  channelListProfit,
  reportChannelListProfit,
} from '@kabao/contract/statistics/report/channel-list-profit'
import { writeDrillDown } from '@kabao/contract/statistics/report/drill-down'
import { type FigureName, figures } from '@kabao/contract/statistics/report/figures'
import { halfChannelList, reportHalfChannelList } from '@kabao/contract/statistics/report/half-channel-list'
import { orgCityAutoList, reportOrgCityAutoList } from '@kabao/contract/statistics/report/org-city-auto-list'
import { orgHalfList, reportOrgHalfList } from '@kabao/contract/statistics/report/org-half-list'
import { orgList, reportOrgList } from '@kabao/contract/statistics/report/org-list'
import { orgListPlatform, reportOrgListPlatform } from '@kabao/contract/statistics/report/org-list-platform'
import {
  otherChannelList,
  reportOtherChannelList,
} from '@kabao/contract/statistics/report/other-channel-list'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { partnerPageWords } from '@kabao/contract/supply/partner-page.words'
import { Link } from 'react-router'
import { formatFen, formatNumber, useAnswer, useSession, useWords } from '#kit'
import { Part } from './part.tsx'
import classes from './partner-page.module.css'

type Flow = NonNullable<Report['flow']>
interface Source {
  report: Report
  calls: Pick<ReportCalls, 'page'>
}
const source = (report: Report, calls: object): Source => ({ report, calls: calls as Source['calls'] })

/** The report of each flow, and the one of all flows for who may not see it. */
const ofAll = {
  channelId: source(channelListProfit, reportChannelListProfit),
  orgId: source(orgList, reportOrgList),
}
const joint = source(otherChannelList, reportOtherChannelList)
const ofFlow: Readonly<Record<keyof typeof ofAll, Partial<Record<Flow, Source>>>> = {
  channelId: {
    full: source(channelList, reportChannelList),
    half: source(halfChannelList, reportHalfChannelList),
    uv: joint,
    city: joint,
  },
  orgId: {
    full: source(orgListPlatform, reportOrgListPlatform),
    half: source(orgHalfList, reportOrgHalfList),
    city: source(orgCityAutoList, reportOrgCityAutoList),
  },
}
/** What a reader looks for first; a report has some of them. */
const shown: readonly FigureName[] = [
  'uv',
  'registrations',
  'matchedUsers',
  'logins',
  'pushes',
  'accepted',
  'returns',
  'revenue',
  'cost',
]

interface FiguresProps {
  /** The filter that names the partner. */
  by: keyof typeof ofAll
  id: string
  flow: Flow
}

/** The figures of a partner today and in seven days, as the report of its flow has them; each opens its records there. */
export default function PartnerFigures({ by, id, flow }: FiguresProps) {
  const points = useSession((session) => session.points)
  const found = [ofFlow[by][flow], ofAll[by]].find((each) => each && points.has(each.calls.page.point ?? ''))
  return found ? <Figures source={found} by={by} id={id} /> : null
}

function Figures({ source: { report, calls }, by, id }: { source: Source } & Omit<FiguresProps, 'flow'>) {
  const { t, language } = useWords(partnerPageWords)
  const { t: word } = useWords(reportWords)
  const answer = useAnswer(calls.page, {
    body: { preset: 'last7', by: 'period', current: 1, size: 10, [by]: id },
  })
  const path = `${pathOfPage(report.page)}?${by}=${id}`
  const names = shown.filter((name) => report.figures.includes(name))
  const records = (name: FigureName, preset: 'today' | 'last7') =>
    `${path}&preset=${preset}&drillDown=${encodeURIComponent(writeDrillDown({ figure: name, side: 'now' }))}`
  const list = (loaded?: AnswerOf<ReportCalls['page']>) => {
    const today = loaded?.records.find(({ period }) => period === loaded.days.to)?.cells
    const text = (name: FigureName, value: number | null | undefined) =>
      !loaded
        ? '–'
        : figures[name].format === 'fen'
          ? formatFen(value ?? 0, language)
          : formatNumber(value ?? 0, language)
    return (
      <ul className={classes.figures} aria-busy={!loaded}>
        {names.map((name) => {
          const figure = word(`figure.${name}`)
          const title = (period: string) => t('figures.records', { days: period, figure })
          return (
            <li key={name}>
              <span>{figure}</span>
              <Link
                to={records(name, 'today')}
                aria-label={`${title(t('figures.today'))} ${text(name, today?.[name]?.value)}`}
              >
                <strong>{text(name, today?.[name]?.value)}</strong>
              </Link>
              <small>
                <Link to={records(name, 'last7')} title={title(t('figures.last7Name'))}>
                  {t('figures.last7', { value: text(name, loaded?.totals[name]?.value) })}
                </Link>
              </small>
            </li>
          )
        })}
      </ul>
    )
  }
  return (
    <Part
      title={t('figures.title')}
      more={`${path}&preset=last7`}
      moreText={t('figures.report')}
      answer={answer}
      // The figures have their place before their values come.
      waiting={list()}
    >
      {list}
    </Part>
  )
}
