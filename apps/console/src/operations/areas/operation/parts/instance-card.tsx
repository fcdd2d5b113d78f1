import { operationWords } from '@kabao/contract/operations/operation.words'
import type { InstanceFacts, InstanceRow } from '@kabao/contract/operations/operation-instance'
import { Badge, formatBytes, formatInstant, formatNumber, useWords } from '#kit'
import { Figures, Rows } from '../figures.tsx'
import classes from '../operation.module.css'
import { useSpan } from '../use-span.ts'

interface InstanceCardProps {
  instance: InstanceRow
  isOtherVersion: boolean
}

/** One instance. */
export function InstanceCard({ instance, isOtherVersion }: InstanceCardProps) {
  const { t, language } = useWords(operationWords)
  const spanOf = useSpan()
  const facts = useFacts(instance.facts)
  const commit = instance.commit.slice(0, 12)
  return (
    <li className={classes.instance}>
      <h3 className={classes.name}>
        {instance.host}
        {instance.isThis && <Badge color="blue">{t('instance.this')}</Badge>}
        {instance.isSilent && <Badge color="red">{t('instance.silent')}</Badge>}
        {instance.isDraining && <Badge color="orange">{t('instance.draining')}</Badge>}
        {isOtherVersion && <Badge color="orange">{t('instance.otherVersion')}</Badge>}
      </h3>
      <Figures
        rows={[
          [t('instance.version'), commit === '' ? instance.version : `${instance.version} (${commit})`],
          [t('instance.node'), t('instance.process', { node: instance.node, pid: instance.pid })],
          [t('instance.roles'), instance.roles.join(', ')],
          [t('instance.startedAt'), formatInstant(instance.startedAt, language)],
          [t('instance.beat'), t('instance.ago', { span: spanOf(instance.beatSeconds) })],
          ...facts,
        ]}
      />
      {instance.facts ? (
        <Rows
          label={t('pool.title')}
          columns={[
            [t('pool.name')],
            [t('pool.busy'), true],
            [t('pool.idle'), true],
            [t('pool.waiting'), true],
            [t('pool.limit'), true],
          ]}
          rows={instance.facts.pools.map(({ name, ...pool }) => ({
            key: name,
            cells: [
              t(`pool.${name}`),
              ...[pool.busy, pool.idle, pool.waiting, pool.limit].map((n) => formatNumber(n, language)),
            ],
          }))}
        />
      ) : (
        <p className={classes.sentence}>{t('instance.otherFacts')}</p>
      )}
    </li>
  )
}

/** What an instance measures of itself, as names with values. */
function useFacts(facts: InstanceFacts | null): [name: string, value: string][] {
  const { t, language } = useWords(operationWords)
  const spanOf = useSpan()
  if (facts === null) return []
  const { loop, memory, listenerMs, replica, migration } = facts
  const number = (value: number) => formatNumber(value, language)
  const used = t('instance.memoryOf', {
    rss: formatBytes(memory.rssBytes),
    heap: formatBytes(memory.heapBytes),
    limit: formatBytes(memory.heapLimitBytes),
  })
  const allowed =
    memory.limitBytes === null
      ? ''
      : ` · ${t('instance.container', { limit: formatBytes(memory.limitBytes) })}`
  const heard =
    listenerMs === null ? t('instance.deaf') : t('instance.ago', { span: spanOf(listenerMs / 1_000) })
  return [
    [t('instance.loop'), t('instance.loopOf', { p99: number(loop.p99Ms), max: number(loop.maxMs) })],
    [t('instance.memory'), `${used}${allowed}`],
    [t('instance.listener'), heard],
    [t('instance.migration'), migration],
    ...(replica === null ? [] : [[t('instance.replica'), replicaText(replica)] as [string, string]]),
  ]

  function replicaText({ isUsed, lagMs }: NonNullable<InstanceFacts['replica']>) {
    if (lagMs === null) return t('instance.replicaDown')
    const lag = spanOf(lagMs / 1_000)
    return isUsed ? t('instance.replicaUsed', { lag }) : t('instance.replicaUnused', { lag })
  }
}
