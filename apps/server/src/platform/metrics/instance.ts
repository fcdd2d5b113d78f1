import { performance } from 'node:perf_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'
import { spanCounts } from '../tracing/tracing.ts'

/** What an instance knows of itself. */
export interface InstanceState {
  isStopping(): boolean
  /** How many requests are being answered. */
  openRequests(): number
  /** How many streams of messages are open. */
  streams(): number
  /** Since when nothing was heard on the connection for announcements, in milliseconds; null if it was never opened. */
  listenerSilentMs(): number | null
  /** How far the replica is behind, in milliseconds; null without one, or if it does not answer. */
  replicaLagMs(): number | null
}

export function addInstanceGauges(registry: Registry, state: InstanceState): void {
  const add = (name: string, help: string, value: () => number | null) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const now = value()
        if (now === null) this.remove()
        else this.set(now)
      },
    })
  let before = performance.eventLoopUtilization()
  add('event_loop_utilization_ratio', 'Part of the time since the last scrape that the loop was busy', () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization
  })
  add('instance_draining', '1 while the instance drains or stops, else 0', () => Number(state.isStopping()))
  add('http_open_requests', 'Requests that are being answered', state.openRequests)
  add('message_stream_connections', 'Open streams of messages to consoles', state.streams)
  add('listener_silence_seconds', 'Time since the last answer on the connection for announcements', () =>
    inSeconds(state.listenerSilentMs()),
  )
  add('replica_lag_seconds', 'How far the replica for reads is behind', () => inSeconds(state.replicaLagMs()))
  new Counter({
    name: 'trace_spans_total',
    help: 'Spans that were sent to the receiver, that it did not take, and that were dropped because too many waited',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(spanCounts())) this.inc({ outcome }, count)
    },
  })
}

const inSeconds = (ms: number | null) => (ms === null ? null : ms / 1_000)
