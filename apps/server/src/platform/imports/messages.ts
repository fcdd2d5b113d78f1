import { fill, languages, type Problem, type Words } from '@kabao/contract'
import { importWords } from '@kabao/contract/kernel/import.words'
import type { NewMessage } from '../db/messages.ts'
import type { AnyListImport } from './list-import.ts'
import { sentenceOf } from './show.ts'
import type { StoredImport } from './tasks.ts'

const texts = importWords.tree.message
type EndedImport = Pick<StoredImport, 'createdBy' | 'fileName'>

const filled = ([zh, en]: Words, values: Record<string, string | number>): Words => [
  fill(zh, values),
  fill(en, values),
]

const common = ({ page, tab }: AnyListImport, task: EndedImport) => ({
  to: [task.createdBy],
  kind: 'notice' as const,
  link: { name: page, query: { ...(tab === undefined ? {} : { tab }), import: 'open' } },
})

/** The notification of an import's result. */
export const doneMessage = (
  list: AnyListImport,
  task: EndedImport,
  result: { added: number; present: number; changed?: number },
): NewMessage => ({
  ...common(list, task),
  title: list.rows.words.tree.message.done,
  content: filled(result.changed === undefined ? texts.doneText : texts.settledText, {
    name: task.fileName,
    ...result,
  }),
})

/** The notification that an import has failed, with the reason. */
export const failedMessage = (
  list: AnyListImport,
  task: EndedImport,
  { problem, values }: { problem: Problem; values: Record<string, string | number> },
): NewMessage => ({
  ...common(list, task),
  title: list.rows.words.tree.message.failed,
  content: languages.map((language, index) =>
    fill(texts.failedText[index] as string, {
      name: task.fileName,
      problem: sentenceOf(list.rows, { problem, values }, language),
    }),
  ) as unknown as Words,
})
