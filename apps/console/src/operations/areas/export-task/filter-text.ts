import { exportWords } from '@kabao/contract/kernel/export.words'
import type { ExportResource, ExportRow } from '@kabao/contract/kernel/export-body'
import { fill, inLanguage, isWords, type Language, type WordTree } from '@kabao/contract/kernel/language'
import { useEffect, useMemo, useState } from 'react'
import { formatFen, formatInstant, useWords } from '#kit'

/** The field of a filter whose name differs from the field's. */
const fields: Readonly<Record<string, string>> = {
  cityCode: 'city',
  channelId: 'channel',
  orgId: 'org',
  planId: 'plan',
}
/** Parameters that are no filters. */
const others = new Set(['sort', 'columns'])

type Trees = Record<ExportResource, WordTree>
let loaded: Trees | null = null

/**
 * The words of all lists, which only this page needs together, so they are one file that is loaded with the first row; null until
 * then.
 */
function useTrees(isNeeded: boolean): Trees | null {
  const [trees, setTrees] = useState(loaded)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  useEffect(() => {
    if (loaded || !isNeeded) return
    import('virtual:filter-trees').then(
      ({ filterTrees }) => {
        loaded = filterTrees
        setTrees(filterTrees)
      },
      (error) => setFailure({ error }),
    )
  }, [isNeeded])
  // As when a part of a page that is loaded later fails.
  if (failure) throw failure.error
  return trees
}

/** The filter of an export as text, empty until its words are loaded: `状态：已推送；注册时间：2026-03-01 00:00:00 起`. */
export function useFilterText(hasRows: boolean): (row: Pick<ExportRow, 'resource' | 'filter'>) => string {
  const { language } = useWords(exportWords)
  const trees = useTrees(hasRows)
  return useMemo(
    () =>
      ({ resource, filter }) => {
        if (!trees) return ''
        const parts = Object.entries(filter).flatMap(([name, value]) =>
          others.has(name) || value === null || value === undefined
            ? []
            : [partOf(trees[resource], name, value, language)],
        )
        return parts.length > 0
          ? parts.join(language === 'zh-CN' ? '；' : '; ')
          : inLanguage(exportWords.tree.everything, language)
      },
    [language, trees],
  )
}

function partOf(tree: WordTree, name: string, value: unknown, language: Language): string {
  // An amount, in fen; a filter by another number would need a case of its own.
  if (typeof value === 'number')
    return said(labelOf(tree, name, language), formatFen(value, language), language)
  const [, start, end] = /^(.*?)(From|To|from|to)$/.exec(name) ?? []
  if (end === undefined) {
    const text = textAt(tree, [name, String(value)], language) ?? String(value)
    return said(labelOf(tree, name, language), text, language)
  }
  const time = formatInstant(String(value), language)
  const words = /from/i.test(end) ? exportWords.tree.from : exportWords.tree.to
  return said(labelOf(tree, `${start}At`, language), fill(inLanguage(words, language), { time }), language)
}

const labelOf = (tree: WordTree, name: string, language: Language): string =>
  textAt(tree, ['field', fields[name] ?? (name === 'At' ? 'at' : name)], language) ??
  textAt(tree, [name], language) ??
  name

const said = (label: string, value: string, language: Language) =>
  language === 'zh-CN' ? `${label}：${value}` : `${label}: ${value}`

function textAt(tree: WordTree, path: readonly string[], language: Language): string | undefined {
  let node: WordTree[string] | undefined = tree
  for (const key of path) node = node && !isWords(node) ? node[key] : undefined
  return node && isWords(node) ? inLanguage(node, language) : undefined
}
