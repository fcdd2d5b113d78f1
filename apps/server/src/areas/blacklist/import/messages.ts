import { fill, languages, type Problem, type Words } from '@kabao/contract'
import { blacklistImportWords } from '@kabao/contract/blacklist-import.words'
import type { NewMessage } from '#db/messages'
import type { StoredImport } from './queries.ts'
import { sentenceOf } from './show.ts'

const texts = blacklistImportWords.tree.message

const filled = ([zh, en]: Words, values: Record<string, string | number>): Words => [
  fill(zh, values),
  fill(en, values),
]

const common = (task: Pick<StoredImport, 'createdBy'>) => ({
  to: [task.createdBy],
  kind: 'notice' as const,
  link: { name: 'UserBlackList', query: { import: 'open' } },
})

export const doneMessage = (
  task: Pick<StoredImport, 'createdBy' | 'fileName'>,
  result: { added: number; present: number },
): NewMessage => ({
  ...common(task),
  title: texts.done,
  content: filled(texts.doneText, { name: task.fileName, ...result }),
})

/** Says that an import has failed, and why. */
export const failedMessage = (
  task: Pick<StoredImport, 'createdBy' | 'fileName'>,
  { problem, values }: { problem: Problem; values: Record<string, string | number> },
): NewMessage => ({
  ...common(task),
  title: texts.failed,
  content: languages.map((language, at) =>
    fill(texts.failedText[at] as string, {
      name: task.fileName,
      problem: sentenceOf(problem, values, language),
    }),
  ) as unknown as Words,
})
