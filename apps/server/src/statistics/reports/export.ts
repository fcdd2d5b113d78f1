import { fill, inLanguage, type Words } from '@kabao/contract'
import { compared, type ReportCalls, type ReportExport } from '@kabao/contract/statistics/report/calls'
import { leastBaseOf } from '@kabao/contract/statistics/report/change'
import {
  type Figure,
  type FigureName,
  figures,
  isOfPeople,
  type Tally,
} from '@kabao/contract/statistics/report/figures'
import type { Report } from '@kabao/contract/statistics/report/report'
import { reportWords } from '@kabao/contract/statistics/report/report.words'
import { type RawBuilder, sql } from 'kysely'
import { invalid } from '#platform/base/problem'
import * as column from '#platform/exports/columns'
import type { ExportColumn, ListExport } from '#platform/exports/list-export'
import { businessClock } from '#platform/settings/business-clock'
import type { Settings } from '#platform/settings/settings'
import { crossOf } from './cross.ts'
import { crossColumnsOf, exportedCross } from './cross-export.ts'
import { beforeName, exportedRows } from './exported-rows.ts'
import { questionOf } from './question.ts'
import { figureSql } from './tally.ts'

const { figure: titles, summed, compared: comparedTitles, field, nobody, gone, total } = reportWords.tree

/** How a report is exported: its rows in their order, then the totals. */
export const reportExportOf = (report: Report, calls: ReportCalls): ListExport<ReportExport> => ({
  resource: report.name,
  body: calls.export.body,
  columns: columnsOf(report) as ListExport<ReportExport>['columns'],
  columnsFor: (body, settings) => columnsFor(report, body, settings),
  rows: async ({ settings, owner }, body) => {
    const shown = new Set(Object.keys(columnsFor(report, body, settings)))
    if (body.columns.some((name) => !shown.has(name))) throw invalid({ columns: 'notOfReport' })
    const { across } = body
    const question = questionOf(report, body, { clock: businessClock(settings), owner })
    return across ? exportedCross(crossOf(question, { ...body, across })) : exportedRows(question, body)
  },
})

function columnsFor(report: Report, body: ReportExport, settings: Settings): Record<string, ExportColumn> {
  const { across } = body
  if (!across) return columnsOf(report)
  const question = questionOf(report, body, { clock: businessClock(settings), owner: null })
  const cross = crossOf(question, { ...body, across })
  const id = column.plain(field.id, sql`t.record_id`)
  return { id, name: crossNameOf(report), ...crossColumnsOf(cross, cell) }
}

/** The name of the record of a row; of the totals, that they are the totals. */
function crossNameOf(report: Report): ExportColumn {
  const named = nameOf(report)
  return {
    ...named,
    sql: (context) =>
      sql`case when t.is_total then ${inLanguage(total, context.language)} else ${named.sql(context)} end`,
  }
}

function columnsOf(report: Report): Record<string, ExportColumn> {
  return {
    period: column.computed(
      field.period,
      ({ language }) =>
        sql`case when t.is_total then ${inLanguage(total, language)} else coalesce(t.period_text, '') end`,
    ),
    id: column.plain(field.id, sql`t.record_id`),
    name: nameOf(report),
    ...Object.fromEntries(
      report.figures.flatMap((name) => [
        [name, cell(name, titleOf(name), nowSql(name))],
        ...compared.map((part) => [`${name}${part}`, comparison(name, part)]),
      ]),
    ),
  }
}

const titleOf = (name: FigureName): Words => (isOfPeople(name) ? summed[name] : titles[name])

const named = (words: Words, figure: Words): Words => [
  fill(words[0], { figure: figure[0] }),
  fill(words[1], { figure: figure[1] }),
]

function comparison(name: FigureName, part: (typeof compared)[number]): ExportColumn {
  const [now, before] = [nowSql(name), beforeSql(name)]
  const change = sql`(${now} - ${before})`
  if (part === 'Before') return cell(name, named(comparedTitles.before, titleOf(name)), before)
  if (part === 'Change') return cell(name, named(comparedTitles.change, titleOf(name)), change)
  return column.rate(
    named(comparedTitles.percent, titleOf(name)),
    // As `changeOf` of the contract.
    sql`case when ${before} > 0 and ${before} >= ${sql.lit(leastBaseOf(figures[name].format))} then ${change}::numeric / ${before} end`,
  )
}

const isClosing = (name: FigureName) => 'closing' in (figures[name] as Figure)
const nowSql = (name: FigureName): RawBuilder<unknown> =>
  isClosing(name) ? sql`t.closing` : figureSql(name, (tally: Tally) => sql.ref(`t.${tally}`))
const beforeSql = (name: FigureName): RawBuilder<unknown> =>
  isClosing(name) ? sql`t.closing_before` : figureSql(name, (tally) => sql.ref(`t.${beforeName(tally)}`))

function cell(name: FigureName, title: Words, value: RawBuilder<unknown>): ExportColumn {
  switch (figures[name].format) {
    case 'fen':
    case 'price':
      return column.money(title, value)
    case 'rate':
      return column.rate(title, value)
    default:
      return column.number(title, value)
  }
}

function nameOf({ dimension }: Report): ExportColumn {
  const title = reportWords.tree.dimension[dimension]
  const id = sql`t.record_id`
  if (dimension === 'none') return column.plain(title, sql`null`)
  if (dimension === 'city') {
    const region = column.region(title, sql`nullif(t.record_id, 0)::text`)
    return {
      ...region,
      sql: (context) =>
        sql`case when ${id} = 0 then ${inLanguage(nobody, context.language)} else ${region.sql(context)} end`,
    }
  }
  const named = column.typed(title, sql`record.name`)
  return {
    ...named,
    sql: (context) => sql`case when ${id} = 0 then ${inLanguage(nobody, context.language)}
      when ${id} is not null then coalesce(${named.sql(context)}, replace(${inLanguage(gone, context.language)}, '{{id}}', ${id}::text)) end`,
    join: sql`left join ${sql.table(dimension)} record on record.id = t.record_id`,
  }
}
