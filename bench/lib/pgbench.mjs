import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs a script of pgbench.
 * @param connection host, port, user and database
 * @returns how often a second it ran
 */
export function pgbench({ host, port, user, database }, { script, clients, seconds }) {
  const folder = mkdtempSync(join(tmpdir(), 'kabao-pgbench-'))
  const file = join(folder, 'script.sql')
  writeFileSync(file, script)
  try {
    const said = execFileSync(
      'pgbench',
      [
        ...['-n', '-M', 'extended', '-c', clients, '-j', 2, '-T', seconds, '-D', 'n=0'],
        ...['-f', file, '-h', host, '-p', port, '-U', user, database],
      ].map(String),
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    )
    return Number(/tps = ([\d.]+) \(without/.exec(said)?.[1])
  } finally {
    rmSync(folder, { recursive: true })
  }
}
