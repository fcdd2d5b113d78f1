import { fill, inLanguage, type Language } from '@kabao/contract/kernel/language'
import type { MovedMoney } from '@kabao/contract/kernel/machine'
import { machineWords } from '@kabao/contract/kernel/machine.words'
import { formatFen } from '../format.ts'

/** So many parties are named before several rows are acted on. */
const mostNamed = 3

/**
 * Whose money an act moves, and how much: “Channel A · 2026-10-01 – 2026-10-31 · ¥120.00”. Of several rows their sum, and the first of each.
 * @returns undefined if no money moves
 */
export function moneyFacts(
  moves: MovedMoney | undefined,
  rows: readonly object[],
  language: Language,
): string | undefined {
  if (!moves || rows.length === 0) return undefined
  const of = (row: object, field: string) => (row as Record<string, unknown>)[field]
  const fens = rows.map((row) => of(row, moves.fen)).filter((fen) => typeof fen === 'number')
  const sum = formatFen(
    fens.reduce((total, fen) => total + fen, 0),
    language,
  )
  const amount = fens.length > 0 ? [sum] : []
  const namesOf = (row: object) =>
    moves.whose
      .map((field) =>
        typeof field === 'string' ? of(row, field) : `${of(row, field[0])} – ${of(row, field[1])}`,
      )
      .filter((name) => name)
  const [only] = rows
  if (rows.length === 1 && only) return [...namesOf(only), ...amount].join(' · ')
  const all = [...new Set(rows.map((row) => String(namesOf(row)[0] ?? '')))].filter(Boolean)
  const named = all.slice(0, mostNamed).join(language === 'zh-CN' ? '、' : ', ')
  const words = all.length > mostNamed ? machineWords.tree.facts.more : machineWords.tree.facts.all
  return fill(inLanguage(words, language), { names: named, count: all.length, sum })
}
