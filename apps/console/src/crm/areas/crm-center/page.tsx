import { crmCenter } from '@kabao/contract/crm/crm-center'
import { crmCenterWords } from '@kabao/contract/crm/crm-center.words'
import { memo } from 'react'
import { Alert, Failure, Page, Skeleton, StatusTabs, useAnswer, useWords } from '#kit'
import { useNamed } from '#kit/detail/use-open.ts'
import classes from './desk.module.css'
import { Figures } from './figures.tsx'
import { Funnel } from './funnel.tsx'
import { Pools } from './pools.tsx'
import { Ranking } from './ranking.tsx'
import { useDrillDown } from './use-drill-down.tsx'
import { Work } from './work.tsx'

/** A salesman’s own desk. */
export default memo(function CrmCenterPage() {
  const { t } = useWords(crmCenterWords)
  const [named, setPeriod] = useNamed('period')
  const period = named === 'week' ? 'week' : 'month'
  const [drillDown, openDrillDown] = useDrillDown()
  const { data, error, refetch } = useAnswer(crmCenter.desk, { query: { period } })
  return (
    <Page title={t('title')}>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={8} />}
      {data && !data.salesman && <Alert color="orange">{t('notSalesman')}</Alert>}
      {data?.salesman && (
        <div className={classes.desk}>
          <Figures salesman={data.salesman} due={data.due} onDrillDown={openDrillDown} />
          <Work />
          <aside className={classes.side}>
            <StatusTabs
              label={t('period.name')}
              tabs={(['month', 'week'] as const).map((value) => ({ value, label: t(`period.${value}`) }))}
              value={period}
              onChange={(value) => setPeriod(value === 'month' ? null : value)}
            />
            <Funnel
              now={data.funnel.now}
              before={data.funnel.before}
              period={period}
              onDrillDown={openDrillDown}
            />
            {data.ranking && <Ranking rows={data.ranking} />}
            <Pools pools={data.pools} onDrillDown={openDrillDown} />
          </aside>
          {drillDown}
        </div>
      )}
    </Page>
  )
})
