import { at } from '../../scripts/lib/paths.mjs'
import { capture, Failure } from '../../scripts/lib/run.mjs'
import { childrenCpuSeconds, cpuSeconds } from './machine.mjs'

/** Requests the same page of an app as fast as it answers, from core 0; returns the cost of a request in CPU milliseconds. */
export async function load(cluster, app, token, body, seconds) {
  const before = [cpuSeconds(app.pid), childrenCpuSeconds(cluster.pid)]
  const args = [at('bench/lib/load-process.mjs'), app.page, token, JSON.stringify(body), String(seconds)]
  const { code, output } = await capture('taskset', ['-c', '0', process.execPath, ...args])
  if (code !== 0) throw new Failure(`The load generator failed: ${output}`)
  const { total, failed, duration, p50, p99 } = JSON.parse(output)
  if (failed > 0) throw new Failure(`${failed} of ${total} requests to ${app.page} failed.`)
  return {
    perSecond: total / duration,
    appMs: ((cpuSeconds(app.pid) - before[0]) * 1000) / total,
    databaseMs: ((childrenCpuSeconds(cluster.pid) - before[1]) * 1000) / total,
    p50,
    p99,
  }
}
