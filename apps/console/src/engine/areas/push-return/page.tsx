import { pushReturn } from '@kabao/contract/engine/push-return'
import { pushReturnWords } from '@kabao/contract/engine/push-return.words'
import { pushReturnImport } from '@kabao/contract/engine/push-return-import'
import { pushReturnImportWords } from '@kabao/contract/engine/push-return-import.words'
import { pushReturnMachine } from '@kabao/contract/engine/push-return-machine'
import { memo, type ReactNode } from 'react'
import { Page, StateChoice, useList, useWords } from '#kit'
import { ImportButton } from '#kit/import/import-button.tsx'
import type { ImportInto } from '#kit/import/into.ts'
import { ReviewedList } from '#ledger'
import { pushReturnList } from './list.tsx'

const intoReturns: ImportInto = {
  use: pushReturnImport,
  words: pushReturnImportWords,
  named: { value: null, cause: null },
}

/** Returns of accepted people, and their review. @param tabs the other lists of the same page */
export default memo(function PushReturnPage({ tabs }: { tabs?: ReactNode }) {
  const { t } = useWords(pushReturnWords)
  const { list, filters } = useList(pushReturn.page)
  return (
    <Page title={t('title')} actions={<ImportButton into={intoReturns} />}>
      {tabs}
      <StateChoice
        label={t('tabs')}
        machine={pushReturnMachine}
        counts={pushReturn.counts}
        filters={filters}
      />
      <ReviewedList of={pushReturnList} list={list} filters={filters} />
    </Page>
  )
})
