import { fill, type Words } from '@kabao/contract'
import { blacklistImportWords } from '@kabao/contract/blacklist-import.words'
import type { NewMessage } from '#db/messages'
import type { StoredImport } from './queries.ts'

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

export const failedMessage = (task: Pick<StoredImport, 'createdBy' | 'fileName'>): NewMessage => ({
  ...common(task),
  title: texts.failed,
  content: filled(texts.failedText, { name: task.fileName }),
})
