import { fill, inLanguage, type Words } from '@kabao/contract'
import { compared, type ReportCalls, type ReportExport } from '@kabao/contract/report/calls'
import { type Figure, type FigureName, figures, isOfPeople, type Tally } from '@kabao/contract/report/figures'
import type { Report } from '@kabao/contract/report/report'
import { reportWords } from '@kabao/contract/report/report.words'
import { type RawBuilder, sql } from 'kysely'
import { invalid } from '#http/problem'
import { businessClock } from '#settings/business-clock'
import * as column from '../exports/columns.ts'
import type { ExportColumn, ListExport } from '../exports/list-export.ts'
import { beforeName, exportedRows } from './exported-rows.ts'
import { questionOf } from './question.ts'
import { figureSql } from './tally.ts'

const { figure: titles, summed, compared: comparedTitles, field, nobody, gone, total } = reportWords.tree

/** How a report is exported: its rows in their order, then the totals. */
export const reportExportOf = (report: Report, calls: ReportCalls): ListExport<ReportExport> => ({
  resource: report.name,
  body: calls.export.body,
  columns: columnsOf(report) as ListExport<ReportExport>['columns'],
  rows: async ({ settings, owner }, { format: _, columns, ...asked }) => {
    const shown = new Set(Object.keys(columnsOf(report)))
    if (columns.some((name) => !shown.has(name))) throw invalid({ columns: 'notOfReport' })
    const question = questionOf(report, asked, { clock: businessClock(settings), owner })
    return exportedRows(question, asked)
  },
})

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
    sql`(${change}::numeric / nullif(abs(${before}), 0))`,
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
  if (dimension === 'city') return column.region(title, sql`t.record_id::text`)
  const named = column.typed(title, sql`record.name`)
  return {
    ...named,
    sql: (context) => sql`case when ${id} = 0 then ${inLanguage(nobody, context.language)}
      when ${id} is not null then coalesce(${named.sql(context)}, replace(${inLanguage(gone, context.language)}, '{{id}}', ${id}::text)) end`,
    join: sql`left join ${sql.table(dimension)} record on record.id = t.record_id`,
  }
}
