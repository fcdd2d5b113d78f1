import { at } from '../../scripts/lib/paths.mjs'
import { capture, Failure } from '../../scripts/lib/run.mjs'

/**
 * Sends signed calls of channels from a process of its own (`open-load.mjs`).
 * @param asked `{ url, keys, visitCalls, visitsEach, registrations, seconds, closed?, cityCodes? }`: calls a second of both kinds, or `closed` callers
 * that each send the next call when the last one is answered; with `cityCodes` people of these cities with a whole profile
 * @returns what was sent and answered, with quantiles of the times in milliseconds
 */
export async function sendLoad(asked) {
  const { code, output } = await capture(process.execPath, [
    at('bench/lib/open-load.mjs'),
    JSON.stringify(asked),
  ])
  if (code !== 0) throw new Failure(`The load generator failed: ${output}`)
  return JSON.parse(output)
}
