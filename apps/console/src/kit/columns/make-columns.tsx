import type { WordTree } from '@kabao/contract/kernel/language'
import { Badge } from '../controls/badge.ts'
import { UnstyledButton } from '../controls/unstyled-button.ts'
import { Countdown } from '../detail/countdown.tsx'
import { formatFen, formatInstant, formatNumber, formatShare } from '../format.ts'
import { IconEyeOff } from '../icons.ts'
import type { Column } from '../list/column.ts'
import { ShortTime, timeWidth } from '../list/short-time.tsx'
import type { WordsOf } from '../words/words.ts'
import classes from './columns.module.css'

/** The fields of a row with values of this type. */
type FieldsWith<Row, V> = {
  [K in keyof Row & string]-?: NonNullable<Row[K]> extends V ? K : never
}[keyof Row & string]
/** The fields whose values all have a text under the field's name: `kind.phone`. */
type ChoiceOf<Row, T> = {
  [K in keyof Row & keyof T & string]: NonNullable<Row[K]> extends keyof T[K] ? K : never
}[keyof Row & keyof T & string]

/** The options of a column; the default width is 140 pixels. */
type Looks<Row> = Pick<Column<Row>, 'width' | 'grows' | 'isSticky' | 'isOptional' | 'isOnCard' | 'copy'> & {
  /** Default: the text `field.<key>` of the area. */
  title?: string
}
interface Empty {
  /** The text for null. */
  empty?: string
}

/** Creates the columns of a list, each by the type of its field. */
export interface ColumnMaker<Row, T extends WordTree> extends WordsOf<T> {
  /** The value of the field as text. */
  text(key: keyof Row & string, looks?: Looks<Row> & Empty): Column<Row>
  /** A number, formatted in the user's language, right-aligned. */
  number(key: FieldsWith<Row, number>, looks?: Looks<Row> & Empty): Column<Row>
  /** An amount in fen, shown in yuan, right-aligned. */
  money(key: FieldsWith<Row, number>, looks?: Looks<Row> & Empty): Column<Row>
  /** A share in basis points, shown in percent, right-aligned. */
  share(key: FieldsWith<Row, number>, looks?: Looks<Row> & Empty): Column<Row>
  /** An instant, in the business time zone, shown short; 160 pixels wide. */
  instant(key: FieldsWith<Row, string>, looks?: Looks<Row> & Empty): Column<Row>
  /** A choice, shown by its text `<key>.<value>`; a badge if it has colors. */
  choice<K extends ChoiceOf<Row, T>>(
    key: K,
    looks?: Looks<Row> & { colors?: Record<NonNullable<Row[K]> & string, string> },
  ): Column<Row>
  /** A badge with a text and a color derived from the row. */
  badge(
    key: Column<Row>['key'],
    looks: Looks<Row> & { text: (row: Row) => string; color: (row: Row) => string },
  ): Column<Row>
  /** A field that is masked until its row is revealed. `hide` is the text of a button beside it that masks it again and counts down. */
  masked(key: keyof Row & string, looks?: Looks<Row> & { hide?: string }): Column<Row>
}

/** The revealed row, as `useReveal` returns it. */
export interface Revealing {
  revealed: { id: string; data: unknown; until: number } | null
  hide: () => void
}

/** @param words the texts with the column titles, `field.<key>` */
export function columnMaker<Row, T extends WordTree>(
  words: WordsOf<T>,
  { revealed, hide }: Revealing,
): ColumnMaker<Row, T> {
  const { language } = words
  const t = words.t as (key: string) => string
  const fieldOf = (row: Row, key: string) => (row as Record<string, unknown>)[key]
  const column = (key: string, { title = t(`field.${key}`), ...looks }: Looks<Row>): Column<Row> => ({
    key: key as Column<Row>['key'],
    title,
    ...looks,
  })
  /** A column with its own format. */
  const written =
    <V,>(write: (value: V) => string, usual: Partial<Column<Row>> = {}) =>
    (key: string, { empty = '', ...looks }: Looks<Row> & Empty = {}): Column<Row> => ({
      ...usual,
      ...column(key, looks),
      text: (row) => {
        const value = fieldOf(row, key)
        return value === null || value === undefined ? empty : write(value as V)
      },
    })
  /** The unmasked values of a row, if it is the revealed row. */
  const wholeOf = (row: Row) =>
    revealed?.id === (row as { id?: unknown }).id ? (revealed?.data as Record<string, unknown>) : null

  return {
    ...words,
    text: written(String),
    number: written((value: number) => formatNumber(value, language), { align: 'end' }),
    money: (key, looks) => ({
      total: (fen) => formatFen(fen, language),
      ...written((fen: number) => formatFen(fen, language), { align: 'end' })(key, looks),
    }),
    share: written((basisPoints: number) => formatShare(basisPoints, language), { align: 'end' }),
    instant: (key, looks) => ({
      ...written((iso: string) => formatInstant(iso, language), { width: timeWidth })(key, looks),
      render: (row) => {
        const iso = fieldOf(row, key) as string | null | undefined
        return iso ? <ShortTime iso={iso} /> : looks?.empty
      },
    }),

    choice: (key, { colors, ...looks } = {}) => {
      const plain = written((value: string) => t(`${key}.${value}`))(key, looks)
      if (!colors) return plain
      const render = (row: Row) => {
        const value = fieldOf(row, key) as keyof typeof colors | null
        return value && <Badge color={colors[value]}>{t(`${key}.${value}`)}</Badge>
      }
      return { ...plain, render }
    },

    badge: (key, { text, color, ...looks }) => ({
      ...column(key, looks),
      text,
      render: (row) => <Badge color={color(row)}>{text(row)}</Badge>,
    }),

    masked: (key, { hide: label, ...looks } = {}) => {
      const text = (row: Row) => {
        const whole = wholeOf(row)
        return String((whole ? whole[key] : fieldOf(row, key)) ?? '')
      }
      const render = (row: Row) =>
        label !== undefined && wholeOf(row) && text(row) !== '' ? (
          <>
            {text(row)}{' '}
            <UnstyledButton className={classes.hide} aria-label={label} title={label} onClick={hide}>
              <IconEyeOff size={14} aria-hidden />
              {revealed && <Countdown until={revealed.until} />}
            </UnstyledButton>
          </>
        ) : (
          text(row)
        )
      return { ...column(key, looks), text, render }
    },
  }
}
