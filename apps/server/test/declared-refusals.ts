import { readFile } from 'node:fs/promises'
import { codes } from '@kabao/contract'
import { endpoints } from '@kabao/contract/app/areas'
import { refusalsOf } from '@kabao/contract/kernel/refusals'

/** By method and route, as in the log. */
const declared = new Map(
  endpoints.map((endpoint) => [
    `${endpoint.method} /api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
    new Set<string>([codes.success, ...refusalsOf(endpoint)]),
  ]),
)
const envelopeCodes = new Set<string>(Object.values(codes))

/**
 * Codes that endpoints answered with although the contract does not declare them: `POST /api/role/page 4090`.
 * @param log path of a service's log of one JSON object a line
 */
export async function undeclaredRefusals(log: string): Promise<string[]> {
  const found = new Set<string>()
  for (const line of (await readFile(log, 'utf8')).split('\n')) {
    if (!line.includes('"answered"')) continue
    const { method, route, status, code } = JSON.parse(line)
    const known = declared.get(`${method} ${route}`)
    // Any other status comes from no handler: an unreadable body, a crash.
    if (known && status === 200 && envelopeCodes.has(code) && !known.has(code))
      found.add(`${method} ${route} ${code}`)
  }
  return [...found].sort()
}
