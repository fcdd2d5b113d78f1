import { settlement } from '@kabao/contract/ledger/settlement'
import { settlementWords } from '@kabao/contract/ledger/settlement.words'
import { useSearchParams } from 'react-router'
import { Button, Failure, Page, Skeleton, useAnswer, useWords } from '#kit'
import { SettlementFacts } from './facts.tsx'
import { Lines } from './lines.tsx'
import classes from './settlement.module.css'

/** A settlement as it is printed and signed. */
export default function SettlementPrintPage() {
  const { t } = useWords(settlementWords)
  const [search] = useSearchParams()
  const { data, error, refetch } = useAnswer(settlement.get, { params: { id: search.get('id') ?? '0' } })
  return (
    <Page breadcrumb={['menu.finance', 'menu.finance.settlement']} title={t('detail.title')} isLong>
      <div className={classes.tools}>
        <Button disabled={!data} onClick={() => window.print()}>
          {t('action.print')}
        </Button>
      </div>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={8} />}
      {data && (
        <>
          <div className={classes.printed}>
            <SettlementFacts row={data} />
          </div>
          <Lines row={data} />
          <div className={classes.signatures}>
            <span>{t('detail.signedByUs')}</span>
            <span>{t('detail.signedByChannel')}</span>
          </div>
        </>
      )}
    </Page>
  )
}
