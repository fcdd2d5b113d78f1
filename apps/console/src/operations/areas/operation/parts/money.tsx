import { ledger } from '@kabao/contract/ledger/ledger'
import { operationWords } from '@kabao/contract/operations/operation.words'
import { Button, Can, formatInstant, formatNumber, useAct, useWords } from '#kit'
import { Figures } from '../figures.tsx'
import { PageLink } from '../page-link.tsx'
import { Part } from '../part.tsx'
import { useCounted } from '../use-sentence.ts'
import type { PartOf } from './parts.tsx'

/** What the last check of the ledger found. */
export function LedgerPart({ overview, onActed }: PartOf) {
  const { t, language } = useWords(operationWords)
  const check = useAct(
    ledger.check,
    (_ledger: { id: string }) => ({
      title: t('ask.check'),
      text: t('ask.checkText'),
      action: t('ledger.check'),
      done: ({ isQueued }) => t(isQueued ? 'done.queued' : 'done.waits'),
    }),
    { inputFor: () => ({}), onDone: onActed },
  )
  const found = overview.ledger?.check
  const isChecking = overview.ledger?.isChecking === true
  const acts = (
    <>
      <PageLink page="FinanceLedger">{t('open.ledger')}</PageLink>
      <Can use={ledger.check}>
        <Button size="xs" variant="default" disabled={isChecking} onClick={() => check({ id: 'ledger' })}>
          {t('ledger.check')}
        </Button>
      </Can>
    </>
  )
  return (
    <Part part="ledger" overview={overview} acts={acts}>
      {isChecking && <p>{t('ledger.running')}</p>}
      {found && (
        <Figures
          rows={[
            [t('ledger.at'), formatInstant(found.finishedAt, language)],
            [t('ledger.transfers'), formatNumber(found.transfers, language)],
            [t('ledger.faults'), formatNumber(found.faults, language)],
            [t('ledger.sums'), t(found.sumsAgree ? 'ledger.agree' : 'ledger.differ')],
          ]}
        />
      )}
    </Part>
  )
}

/** The differences with others that nobody has looked into. */
export function ReconcilePart({ overview }: PartOf) {
  const { t, language } = useWords(operationWords)
  const counted = useCounted()
  const { reconcile } = overview
  return (
    <Part
      part="reconcile"
      overview={overview}
      acts={<PageLink page="FinanceReconcile">{t('open.reconcile')}</PageLink>}
    >
      {reconcile && (
        <Figures
          rows={[
            [t('difference.open'), counted(reconcile.open)],
            [t('difference.oldest'), reconcile.oldestAt && formatInstant(reconcile.oldestAt, language)],
          ]}
        />
      )}
    </Part>
  )
}
