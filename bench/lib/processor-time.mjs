import { childrenCpuSeconds, cpuSeconds } from './machine.mjs'

/**
 * Starts to measure processor time, user and system.
 * @returns a function that gives what this process and PostgreSQL with all its processes have used since, in milliseconds
 */
export function startProcessorTime(cluster) {
  const postgres = () => (cpuSeconds(cluster.pid) + childrenCpuSeconds(cluster.pid)) * 1000
  const postgresBefore = postgres()
  const serviceBefore = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(serviceBefore)
    return { service: (user + system) / 1000, postgres: postgres() - postgresBefore }
  }
}
