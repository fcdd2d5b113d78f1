import { pathOfPage } from '@kabao/contract/app/menu'
import type { crmCenter } from '@kabao/contract/crm/crm-center'
import { crmCenterWords } from '@kabao/contract/crm/crm-center.words'
import type { AnswerOf } from '@kabao/contract/kernel/kernel'
import { Link } from 'react-router'
import { Anchor, Fact, Facts, formatNumber, useWords } from '#kit'
import { FigureButton } from '../../lead/figure-button.tsx'
import classes from './desk.module.css'
import type { DrillDown } from './use-drill-down.tsx'

type Pool = AnswerOf<typeof crmCenter.desk>['pools'][number]

/** The pools that the salesman claims from, with the rules that hold for him. */
export function Pools({
  pools,
  onDrillDown,
}: {
  pools: readonly Pool[]
  onDrillDown: (drillDown: DrillDown) => void
}) {
  const { t, language } = useWords(crmCenterWords)
  const number = (value: number) => formatNumber(value, language)
  const of = (count: number, most: number) => t('figure.of', { count: number(count), most: number(most) })
  return (
    <section>
      <h3 className={classes.heading}>{t('pools.title')}</h3>
      {pools.map((pool) => (
        <div key={pool.id} className={classes.pool}>
          <Facts title={pool.name}>
            <Fact label={t('pools.waiting')}>
              {number(pool.waiting)}{' '}
              <Anchor component={Link} to={`${pathOfPage('CrmClue')}?place=waiting&poolId=${pool.id}`}>
                {t('pools.createPool')}
              </Anchor>
            </Fact>
            <Fact label={t('pools.held')}>
              <Anchor component={Link} to={`${pathOfPage('CrmClue')}?mine=true&place=held&poolId=${pool.id}`}>
                {of(pool.held, pool.maxHeld)}
              </Anchor>
            </Fact>
            <Fact label={t('pools.claims')}>
              <FigureButton
                label={t('pools.claims')}
                value={of(pool.claims, pool.maxClaimsPerDay)}
                onClick={() =>
                  onDrillDown({
                    title: `${pool.name} · ${t('pools.claims')}`,
                    value: of(pool.claims, pool.maxClaimsPerDay),
                    figure: 'claims',
                    poolId: pool.id,
                  })
                }
              />
            </Fact>
            <Fact label={t('pools.coolDown')}>{t('pools.days', { count: pool.coolDownDays })}</Fact>
            <Fact label={t('pools.lock')}>{t('pools.minutes', { count: pool.lockMinutes })}</Fact>
            <Fact label={t('pools.recycle')}>{t('pools.days', { count: pool.recycleDays })}</Fact>
            <Fact label={t('pools.protect')}>{t('pools.days', { count: pool.protectDays })}</Fact>
            <Fact label={t('pools.firstContact')}>
              {t('pools.minutes', { count: pool.firstContactMinutes })}
            </Fact>
          </Facts>
        </div>
      ))}
    </section>
  )
}
