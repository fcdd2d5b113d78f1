import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'

/** The machine of the measurement, because the figures depend on it. */
export function machine() {
  const [cpu] = cpus()
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  return [
    `${cpus().length} × ${cpu.model}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `Node ${process.versions.node}`,
    `commit ${commit}`,
    `load before ${loadavg()[0].toFixed(1)}`,
  ].join(', ')
}

const ticksPerSecond = 100

/** CPU seconds (user and system) a process has used, all its threads together. Linux only. */
export function cpuSeconds(pid) {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(afterName[11]) + Number(afterName[12])) / ticksPerSecond
}

/** CPU seconds of a process's children, running and ended. */
export function childrenCpuSeconds(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const living = children.reduce((sum, child) => sum + secondsUnlessEnded(child), 0)
  // Read last, so that children that ended in the meantime are included.
  const ended = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return living + (Number(ended[13]) + Number(ended[14])) / ticksPerSecond
}

function secondsUnlessEnded(pid) {
  try {
    return cpuSeconds(pid)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error
    return 0
  }
}

/** The peak memory of a process, in MB. */
export const peakMegabytes = (pid) => megabytes(pid, /^VmHWM:\s+(\d+)/m)

/** The memory of a process now, in MB. */
export const residentMegabytes = (pid) => megabytes(pid, /^VmRSS:\s+(\d+)/m)

const megabytes = (pid, pattern) =>
  Math.round(Number(pattern.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)

/** Binds a process, and its later children, to one core; does nothing without `taskset`. */
export function bindTo(core, pid) {
  execFileSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' })
}
