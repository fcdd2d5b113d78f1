import { formWords } from '@kabao/contract/kernel/form.words'
import type { PlanSimulation, SimulationResult } from '@kabao/contract/supply/plan'
import { planPageWords } from '@kabao/contract/supply/plan-page.words'
import { useCallback, useEffect, useRef } from 'react'
import { Button, formatFen, formatInstant, formatNumber, Modal, useAnswer, useSend, useWords } from '#kit'
import { FigureList } from './figure-list.tsx'
import type { PlanList } from './lists.ts'
import classes from './plan.module.css'

interface SimulationProps {
  of: PlanList
  /** The body of the call. */
  terms: object
  /** The simulation that a reload or a link leads back to; it is shown instead of a new one. */
  running?: string | null
  /** Details the id of a simulation when it starts. */
  onStart?: (id: string) => void
  onClose: () => void
}

/** How often a simulation under way is read, in milliseconds. */
const interval = 700

/** Runs the terms of a plan against the newest users, with its progress, and shows what came of it. */
export default function Simulation({ of, terms, running = null, onStart, onClose }: SimulationProps) {
  const { t, language } = useWords(planPageWords)
  const form = useWords(formWords)
  const { mutate: start, data: started, error } = useSend(of.calls.simulate)
  const cancelling = useSend(of.calls.cancelSimulation)
  const begin = useCallback(
    () => start({ body: terms } as never, { onSuccess: ({ id }) => onStart?.(id) }),
    [start, terms, onStart],
  )
  const isStarted = useRef(running !== null)
  useEffect(() => {
    // Once, also where effects run twice.
    if (!isStarted.current) begin()
    isStarted.current = true
  }, [begin])
  const id = started?.id ?? running
  const { data: read, error: unread } = useAnswer(
    of.calls.simulation,
    { params: { id: id ?? '' } },
    {
      enabled: id !== null,
      refetchInterval: ({ state }) => (isUnderWay(state.data ?? started) ? interval : false),
    },
  )
  const shown = read ?? started
  const isLive = isUnderWay(shown)
  const failure = error ?? (shown ? null : unread)
  const number = (value: number) => formatNumber(value, language)
  const cancel = () => shown && cancelling.mutate({ params: { id: shown.id } } as never)
  const close = () => {
    // Nobody would see its result.
    if (isLive) cancel()
    onClose()
  }
  return (
    <Modal
      opened
      onClose={close}
      title={t('simulate.title')}
      size={640}
      closeButtonProps={{ 'aria-label': form.t('close') }}
    >
      <p className={classes.quiet}>{t('simulate.text')}</p>
      <div role="status">
        {!shown && !failure && <p>{t('simulate.queued')}</p>}
        {shown && isLive && (
          <>
            <p>
              {shown.total === 0
                ? t('simulate.queued')
                : t('simulate.progress', { done: number(shown.done), total: number(shown.total) })}
            </p>
            <div className={classes.bar}>
              <progress aria-label={t('simulate.title')} value={shown.done} max={Math.max(shown.total, 1)} />
            </div>
          </>
        )}
        {shown?.status === 'cancelled' && <p>{t('simulate.cancelled')}</p>}
        {(shown?.status === 'failed' || failure) && <p className={classes.warning}>{t('simulate.failed')}</p>}
      </div>
      {shown?.result && <Result result={shown.result} />}
      <div className={classes.foot}>
        {isLive && (
          <Button variant="default" onClick={cancel} loading={cancelling.isPending}>
            {t('simulate.cancel')}
          </Button>
        )}
        {((shown && !isLive) || failure) && (
          <Button variant="default" onClick={begin}>
            {t('simulate.again')}
          </Button>
        )}
      </div>
    </Modal>
  )
}

const dayMs = 86_400_000

const isUnderWay = (simulation: PlanSimulation | undefined): boolean =>
  simulation?.status === 'queued' || simulation?.status === 'running'

function Result({ result }: { result: SimulationResult }) {
  const { t, language } = useWords(planPageWords)
  const number = (value: number) => formatNumber(value, language)
  const days =
    result.from && result.to ? Math.max(1, (Date.parse(result.to) - Date.parse(result.from)) / dayMs) : 1
  const aDay = (count: number) => t('simulate.aDay', { count: number(Math.round((count / days) * 10) / 10) })
  const figures = [
    [t('simulate.users'), number(result.users)],
    [t('simulate.fits'), number(result.fits), aDay(result.fits)],
    [t('simulate.money'), formatFen(result.moneyFen, language)],
    ...(result.fitsFreely === undefined
      ? []
      : [[t('simulate.freely'), number(result.fitsFreely), aDay(result.fitsFreely)]]),
  ]
  return (
    <>
      <FigureList figures={figures} className={classes.figures} />
      {result.from !== null && (
        <p className={classes.quiet}>
          {t('simulate.registered', {
            from: formatInstant(result.from, language),
            to: formatInstant(result.to, language),
          })}
        </p>
      )}
      <Counts
        title={t('simulate.rules')}
        heads={[t('simulate.rule'), t('simulate.count')]}
        rows={result.rules.map(({ rule, count }) => [rule, t(`rule.${rule}`), number(count)])}
      />
      <Counts
        title={t('simulate.byCity')}
        heads={[t('simulate.city'), t('simulate.count'), t('simulate.fits')]}
        rows={result.cities.map(({ cityCode, cityName, users, fits }) => [
          String(cityCode),
          cityName ?? t('simulate.noCity'),
          number(users),
          number(fits),
        ])}
      />
      <Counts
        title={t('simulate.byChannel')}
        heads={[t('simulate.channel'), t('simulate.count'), t('simulate.fits')]}
        rows={result.channels.map(({ channelId, channelName, users, fits }) => [
          String(channelId),
          channelName ?? t('simulate.noChannel'),
          number(users),
          number(fits),
        ])}
      />
    </>
  )
}

/** A table of counts; nothing without rows. @param rows each begins with its key */
function Counts({ title, heads, rows }: { title: string; heads: string[]; rows: string[][] }) {
  if (rows.length === 0) return null
  return (
    <section>
      <h3 className={classes.heading}>{title}</h3>
      <div className={classes.counts}>
        <table className={classes.table}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([key, name, ...counts]) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {counts.map((count, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed
                  <td key={index}>{count}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
