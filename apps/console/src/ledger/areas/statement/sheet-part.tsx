import { statement } from '@kabao/contract/ledger/statement'
import { statementWords } from '@kabao/contract/ledger/statement.words'
import { lazy, Suspense, useState } from 'react'
import { Button, Can, Failure, Skeleton, useAnswer, useWords } from '#kit'
import { StatementSheet } from './sheet.tsx'
import classes from './statement.module.css'

const SendDialog = lazy(() => import('./send-dialog.tsx'))

/** The chosen statement, to print or to send. */
export function SheetPart({ of }: { of: { orgId: string; month: string } }) {
  const { t } = useWords(statementWords)
  const { data, error, refetch } = useAnswer(statement.sheet, { query: of })
  const [isSending, setIsSending] = useState(false)
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton count={8} />
  return (
    <section>
      <div className={classes.tools}>
        <Button variant="default" onClick={() => window.print()}>
          {t('action.print')}
        </Button>
        <Can use={statement.send}>
          <Button variant="default" onClick={() => setIsSending(true)}>
            {t('action.send')}
          </Button>
        </Can>
      </div>
      <StatementSheet sheet={data} />
      <Suspense>{isSending && <SendDialog of={data} onClose={() => setIsSending(false)} />}</Suspense>
    </section>
  )
}
