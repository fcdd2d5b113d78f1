import { importWords } from '@kabao/contract/kernel/import.words'
import { inLanguage, languages } from '@kabao/contract/kernel/language'
import { expect, test } from 'vitest'
import { listImports } from '#boot/registry'
import { byteOrderMark } from '#platform/exports/csv'
import { headFinder, isExample } from '#platform/imports/head'
import type { AnyListImport } from '#platform/imports/list-import'
import { readRow, sentRow } from '#platform/imports/row'
import { templateOf } from '#platform/imports/workbooks'
import { csvParser } from '#platform/sheet/csv'
import { billRows } from '#reconcile/bill.rows'
import { orgListRows } from '#reconcile/org-list.rows'

const templates: readonly Pick<AnyListImport, 'name' | 'rows'>[] = [
  ...listImports,
  { name: 'reconcileBill', rows: billRows },
  { name: 'reconcileList', rows: orgListRows },
]

const reading = { timeZone: 'Asia/Shanghai', now: Date.now() }

async function linesOf(list: (typeof templates)[number], language: (typeof languages)[number]) {
  const template = templateOf(list, { format: 'csv', language, allowed: {} })
  const text: string = (await (await template.open()).toArray()).join('')
  const parser = csvParser()
  return [...parser.push(text.replace(byteOrderMark, '')), ...parser.end()].map(({ cells }) => cells)
}

test.each(templates.flatMap((list) => languages.map((language) => [list.name, language, list] as const)))(
  'the template of %s in %s has an example that is valid, and is skipped as long as it has its mark',
  async (_name, language, list) => {
    const [titles = [], cells = [], ...others] = await linesOf(list, language)
    expect(others).toEqual([])
    expect(cells.length).toBeLessThanOrEqual(titles.length)
    const places = headFinder(list.rows)({ line: 1, cells: titles })
    expect(places?.size).toBe(titles.length)
    if (!places) return
    const sent = sentRow(cells, places)
    expect(isExample(list.rows, sent)).toBe(true)
    const mark = inLanguage(importWords.tree.exampleMark, language)
    const own = sentRow([cells[0]?.slice(mark.length) ?? '', ...cells.slice(1)], places)
    expect(isExample(list.rows, own)).toBe(false)
    // Without its colon the word is part of a name.
    const named = sentRow([cells[0]?.replace(/[：:]/, '') ?? ''], places)
    expect(isExample(list.rows, named)).toBe(false)
    expect(readRow(list.rows, own, reading)).not.toHaveProperty('problems')
  },
)
