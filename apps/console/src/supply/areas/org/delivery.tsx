import { pathOfPage } from '@kabao/contract/app/menu'
import { push } from '@kabao/contract/engine/push'
import { pushWords } from '@kabao/contract/engine/push.words'
import type { Delivery } from '@kabao/contract/supply/delivery'
import { deliverySpans } from '@kabao/contract/supply/delivery'
import { deliveryWords } from '@kabao/contract/supply/delivery.words'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import {
  Anchor,
  Badge,
  Button,
  Can,
  Chart,
  type ChartOptions,
  Fact,
  Facts,
  Failure,
  formatInstant,
  formatNumber,
  formatShortInstant,
  SelectField,
  Skeleton,
  useAct,
  useAnswer,
  usePermission,
  useWords,
} from '#kit'
import { pushStatusColors } from '#users'
import classes from './delivery.module.css'
import type { OrgList } from './lists.ts'

type Span = (typeof deliverySpans)[number]

/** How the calls to an organization go: its breaker, the hours, what waits and what failed. */
export default function DeliveryHealth({ of, id }: { of: OrgList; id: string }) {
  const { t } = useWords(deliveryWords)
  const [span, setSpan] = useState<Span>('day')
  const { data, error, refetch } = useAnswer(of.calls.delivery, { params: { id }, query: { span } })
  return (
    <section>
      <div className={classes.head}>
        <h3 className={classes.heading}>{t('title')}</h3>
        <SelectField
          name="span"
          label={t('period')}
          options={deliverySpans.map((value) => ({ value, label: t(`span.${value}`) }))}
          isRequired
          value={span}
          onChange={(next: Span) => setSpan(next)}
        />
      </div>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={4} />}
      {data && <Health of={of} id={id} data={data} />}
    </section>
  )
}

function Health({ of, id, data }: { of: OrgList; id: string; data: Delivery }) {
  const { t, language } = useWords(deliveryWords)
  const at = (instant: string) => formatInstant(instant, language)
  const number = (value: number) => formatNumber(value, language)
  const { breaker, pausedUntil, waiting, hours, limits } = data
  const [calls, failures] = (['calls', 'failures'] as const).map((name) =>
    hours.reduce((sum, hour) => sum + hour[name], 0),
  ) as [number, number]
  const meanMs = calls === 0 ? null : hours.reduce((sum, hour) => sum + hour.meanMs * hour.calls, 0) / calls
  return (
    <>
      <Facts title={t('breaker')}>
        <Fact label={t('breaker')}>
          {breaker || pausedUntil ? (
            <>
              {breaker && (
                <Badge color="red">
                  {t('open', { at: at(breaker.openedAt), probe: at(breaker.probeAt) })}
                </Badge>
              )}{' '}
              {pausedUntil && <Badge color="orange">{t('paused', { at: at(pausedUntil) })}</Badge>}{' '}
              <Can use={of.calls.closeBreaker}>
                <CloseBreaker of={of} id={id} />
              </Can>
            </>
          ) : (
            <Badge color="green">{t('closed')}</Badge>
          )}
        </Fact>
        <Fact label={t('waiting')}>
          {(['pending', 'unknown', 'dead', 'people'] as const)
            .map((name) => t(name, { count: number(waiting[name]) }))
            .join(' · ')}
        </Fact>
        <Fact label={t('calls')}>{number(calls)}</Fact>
        <Fact label={t('failures')}>{number(failures)}</Fact>
        <Fact label={t('meanMs')}>{meanMs === null ? null : number(Math.round(meanMs))}</Fact>
        <Fact label={t('slowestMs')}>
          {calls === 0 ? null : number(Math.max(...hours.map(({ slowestMs }) => slowestMs)))}
        </Fact>
        <Fact label={t('limits')}>
          {t('limit', { atOnce: number(limits.atOnce), perSecond: number(limits.perSecond) })}
        </Fact>
      </Facts>
      {hours.length === 0 ? <p className={classes.hint}>{t('none')}</p> : <Hours hours={hours} />}
      <Failures of={data.failures} orgId={id} />
      <Problems of={data.problems} />
    </>
  )
}

function CloseBreaker({ of, id }: { of: OrgList; id: string }) {
  const { t } = useWords(deliveryWords)
  const close = useAct(of.calls.closeBreaker, (_: { id: string }) => ({
    title: t('close.title'),
    text: t('close.text'),
    action: t('close.action'),
    done: () => t('close.done'),
  }))
  return (
    <Button size="xs" variant="default" onClick={() => close({ id })}>
      {t('close.action')}
    </Button>
  )
}

/** Calls and failures as stacked bars, an hour each. */
function Hours({ hours }: { hours: Delivery['hours'] }) {
  const { t, language } = useWords(deliveryWords)
  const options = useMemo<ChartOptions>(
    () => ({
      grid: { left: 8, right: 8, top: 32, bottom: 8, containLabel: true },
      legend: { top: 0 },
      tooltip: { trigger: 'axis' },
      xAxis: {
        type: 'category',
        data: hours.map(({ at }) => formatShortInstant(at, language)),
      },
      yAxis: { type: 'value', minInterval: 1 },
      series: [
        {
          name: t('answered'),
          type: 'bar',
          stack: 'calls',
          barMaxWidth: 24,
          data: hours.map(({ calls, failures }) => calls - failures),
        },
        {
          name: t('failures'),
          type: 'bar',
          stack: 'calls',
          barMaxWidth: 24,
          data: hours.map(({ failures }) => failures),
        },
      ],
    }),
    [hours, t, language],
  )
  return (
    <div className={classes.chart}>
      <Chart label={t('chart')} options={options} />
    </div>
  )
}

/** The latest pushes that failed, each a link to its attempts. */
function Failures({ of, orgId }: { of: Delivery['failures']; orgId: string }) {
  const { t, language } = useWords(deliveryWords)
  const pushes = useWords(pushWords)
  const maySee = usePermission(push.get)
  if (of.length === 0) return null
  const page = pathOfPage('PlanPushList')
  return (
    <>
      <h3 className={classes.heading}>{t('latest')}</h3>
      <ul className={classes.rows}>
        {of.map(({ pushId, at, stage, status, error, httpStatus }) => (
          <li key={pushId}>
            {maySee ? (
              <Anchor component={Link} to={`${page}?orgId=${orgId}&open=${pushId}`}>
                {pushId}
              </Anchor>
            ) : (
              pushId
            )}
            <Badge color={pushStatusColors[status]}>{pushes.t(`status.${status}`)}</Badge>
            <span className={classes.aside}>
              {[
                formatInstant(at, language),
                pushes.t(`stage.${stage}`),
                httpStatus && `HTTP ${httpStatus}`,
                error,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

const faults = deliveryWords.tree.fault
const isFault = (name: string): name is keyof typeof faults => name in faults

/** What is wrong with the organization itself, each with how often. */
function Problems({ of }: { of: Delivery['problems'] }) {
  const { t, language } = useWords(deliveryWords)
  const pushes = useWords(pushWords)
  if (of.length === 0) return null
  return (
    <>
      <h3 className={classes.heading}>{t('problems')}</h3>
      <ul className={classes.rows}>
        {of.map(({ id, name, detail, stage, count, lastAt }) => {
          const fault = name.replace('partner.', '')
          return (
            <li key={id}>
              <span>{isFault(fault) ? t(`fault.${fault}`) : name}</span>
              <span>{t('times', { count })}</span>
              <span className={classes.aside}>
                {[formatInstant(lastAt, language), stage && pushes.t(`stage.${stage as 'submit'}`), detail]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
