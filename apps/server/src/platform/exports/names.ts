import { fill, inLanguage, type Language } from '@kabao/contract'
import { wallClockAt } from '@kabao/contract/kernel/business-clock'
import { exportWords } from '@kabao/contract/kernel/export.words'
import type { ExportFormat, ExportResource } from '@kabao/contract/kernel/export-body'
import type { ExportContext } from './list-export.ts'

/** `用户列表-20261121-170543.csv`, with the time in the business time zone. */
export function fileName(
  resource: ExportResource,
  format: ExportFormat,
  { language, timezone }: Pick<ExportContext, 'language' | 'timezone'>,
  now: Date = new Date(),
): string {
  const at = wallClockAt(now.getTime(), timezone).replace(/[-:]/g, '').replace(' ', '-')
  return `${inLanguage(exportWords.tree.resource[resource], language)}-${at}.${format}`
}

/** The names of a workbook's sheets: the first has the list's name, the others have their number too. */
export const sheetName =
  (resource: ExportResource, language: Language) =>
  (count: number): string => {
    const name = inLanguage(exportWords.tree.resource[resource], language)
    return count === 1 ? name : `${name} ${fill(inLanguage(exportWords.tree.part, language), { count })}`
  }
