import { fill, inLanguage, type Language, type Words } from '@kabao/contract'
import { exportWords } from '@kabao/contract/kernel/export.words'
import { regionCodes, regionName, regionTree, unknownRegion } from '@kabao/region'
import { type RawBuilder, sql } from 'kysely'
import { formulaStart } from '../sheet/formula.ts'
import type { CellKind, ExportColumn, ExportContext } from './list-export.ts'

type Expression = RawBuilder<unknown>
const isOf = (sqlOf: ExportColumn['sql'], kind: CellKind, title: Words): ExportColumn => ({
  title,
  kind,
  sql: sqlOf,
})

/** Text that the service generates, such as ids and masked numbers. */
export const plain = (title: Words, expression: Expression): ExportColumn =>
  isOf(() => sql`${expression}::text`, 'text', title)

/** Text that a person typed, which a spreadsheet must not take for a formula. */
export const typed = (title: Words, expression: Expression, whenNull?: Words): ExportColumn =>
  isOf(
    (context) => {
      const safe = context.format === 'csv' ? defused(expression) : sql`${expression}::text`
      return whenNull ? sql`coalesce(${safe}, ${inLanguage(whenNull, context.language)})` : safe
    },
    'text',
    title,
  )

/** Puts an apostrophe before text that a spreadsheet would compute. Source: OWASP, CSV Injection. */
const defused = (text: Expression): Expression =>
  sql`case when ${text} ~ ${sql.lit(formulaStart)} then '''' || ${text} else ${text}::text end`

export const number = (title: Words, expression: Expression): ExportColumn =>
  isOf(() => sql`(${expression})::text`, 'number', title)

/** An amount stored in fen, written in yuan; the column's title names the unit. */
export const money = (title: Words, fen: Expression): ExportColumn =>
  isOf(() => sql`round((${fen}) / 100.0, 2)::text`, 'money', [
    fill(inLanguage(exportWords.tree.money, 'zh-CN'), { title: inLanguage(title, 'zh-CN') }),
    fill(inLanguage(exportWords.tree.money, 'en-US'), { title: inLanguage(title, 'en-US') }),
  ])

/** A share of 1: a number shown in percent in a workbook, a text with the sign in a CSV file. */
export const rate = (title: Words, share: Expression): ExportColumn =>
  isOf(
    ({ format }) =>
      format === 'csv'
        ? sql`round((${share})::numeric * 100, 2)::text || '%'`
        : sql`round((${share})::numeric, 6)::text`,
    'rate',
    title,
  )

/** An instant in the business time zone: a text in a CSV file, the days since 1899-12-30 in a workbook. */
export const instant = (title: Words, at: Expression, whenNull?: Words): ExportColumn =>
  isOf(
    ({ format, timezone, language }) => {
      const local = sql`(${at} at time zone ${timezone})`
      const text =
        format === 'csv'
          ? sql`to_char(${local}, 'YYYY-MM-DD HH24:MI:SS')`
          : sql`round(extract(epoch from date_trunc('second', ${local}) - timestamp '1899-12-30') / 86400, 11)::text`
      return whenNull ? sql`coalesce(${text}, ${inLanguage(whenNull, language)})` : text
    },
    'instant',
    title,
  )

/** One of several words, as on the screen; an unknown value is written as it is. */
export const label = (
  title: Words,
  expression: Expression,
  labels: Readonly<Record<string, Words>>,
): ExportColumn => isOf(({ language }) => labeled(expression, labels, language), 'text', title)

/** The text of a word in a language. */
export function labeled(
  expression: Expression,
  labels: Readonly<Record<string, Words>>,
  language: Language,
): Expression {
  const cases = Object.entries(labels).map(
    ([value, words]) => sql`when ${value} then ${inLanguage(words, language)}`,
  )
  return sql`case ${expression} ${sql.join(cases, sql` `)} else ${expression}::text end`
}

/** A text that depends on another condition. */
export const computed = (title: Words, sqlOf: (context: ExportContext) => Expression): ExportColumn =>
  isOf(sqlOf, 'text', title)

/** A value, or a word if there is none. */
export const orWord = (title: Words, value: Expression, none: Words): ExportColumn =>
  isOf(({ language }) => sql`coalesce(${value}::text, ${inLanguage(none, language)})`, 'text', title)

/** Who added and changed a row, and when; `maker` and `changer` are the joined administrators. */
export const changes = (titles: Readonly<Record<keyof Changes, Words>>): Changes => ({
  createdBy: typed(titles.createdBy, sql`maker.name`),
  createdAt: instant(titles.createdAt, sql`t.created_at`),
  updatedBy: typed(titles.updatedBy, sql`changer.name`),
  updatedAt: instant(titles.updatedAt, sql`t.updated_at`),
})
type Changes = Record<'createdBy' | 'createdAt' | 'updatedBy' | 'updatedAt', ExportColumn>

/** The names of the cities with these codes, a text array; the word for an empty one. */
export const cities = (title: Words, codes: Expression, none: Words): ExportColumn =>
  isOf(
    ({ language }) => sql`case ${codes} when '{}' then ${inLanguage(none, language)} else (
      select string_agg(coalesce(${cityNames()}::jsonb ->> city, city), ', ') from unnest(${codes}) city) end`,
    'text',
    title,
  )

/** The names of all cities by code, as one JSON value. */
const cityNames = () =>
  JSON.stringify(
    Object.fromEntries(
      regionTree().flatMap(({ children = [] }) => children.map(({ id, name }) => [id, name] as const)),
    ),
  )

/** The name of a region by its code. */
export const region = (title: Words, code: Expression): ExportColumn => ({
  ...isOf(() => sql`coalesce(region.name, replace(${unknownRegion('?')}, '?', ${code}))`, 'text', title),
  join: sql`left join (values ${regionRows()}) as region (code, name) on region.code = ${code}`,
})

let rows: RawBuilder<unknown> | undefined
function regionRows() {
  rows ??= sql.join(regionCodes().map((code) => sql`(${sql.lit(code)}, ${sql.lit(regionName(code))})`))
  return rows
}
