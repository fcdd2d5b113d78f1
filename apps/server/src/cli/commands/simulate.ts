import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { keysFileName, readKeysFile } from '#demo/traffic/keys'
import { simulatedText } from '#demo/traffic/report'
import { simulate } from '#demo/traffic/simulate'
import { failureText, StartRefusal } from '#platform/base/refusal'
import { readConfig } from '#platform/config/config'
import { createDb } from '#platform/db/client'
import { openForCommand } from '../admin-shell/open.ts'

const usage =
  'Usage: npm run simulate -- --rate 200 --seconds 60 --seed 7 [--url http://127.0.0.1:8080 …] [--keys file]\n' +
  'The sums are read from the database that DATABASE_URL or DATA_DIR names. The embedded demo writes the file of keys into DATA_DIR.'

/** Plays channels against a running service. Ends with exit code 1 if an answer was wrong or a sum differs. */
async function run(): Promise<void> {
  const { rate, seconds, seed, urls, keysFile, patienceMs, settleMs } = readArguments()
  const config = readConfig(process.env)
  const keys = await readKeysFile(keysFile ?? join(config.dataDir, keysFileName))
  const { pool, stop } = await openForCommand(config)
  try {
    const played = await simulate({
      keys,
      rate,
      seconds,
      seed,
      patienceMs,
      settleMs,
      db: createDb(pool),
      urls: urls ?? [`http://127.0.0.1:${config.port}`],
    })
    process.stdout.write(`${simulatedText(played)}\n`)
    if (played.faults.length > 0) process.exitCode = 1
  } finally {
    await stop()
  }
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      rate: { type: 'string' },
      seconds: { type: 'string' },
      seed: { type: 'string' },
      url: { type: 'string', multiple: true },
      keys: { type: 'string' },
      patience: { type: 'string' },
      settle: { type: 'string' },
    },
  })
  const number = (value: string | undefined, usual: number, least: number, most: number) => {
    const given = Number(value ?? usual)
    if (!(given >= least && given <= most)) throw new StartRefusal(usage)
    return given
  }
  if (values.url?.some((url) => !/^https?:\/\//.test(url))) throw new StartRefusal(usage)
  return {
    rate: number(values.rate, 20, 0.01, 10_000),
    seconds: number(values.seconds, 30, 0.1, 86_400),
    seed: Math.floor(number(values.seed, 7, 0, 2 ** 31)),
    urls: values.url,
    keysFile: values.keys,
    patienceMs: 1_000 * number(values.patience, 60, 0, 3_600),
    settleMs: 1_000 * number(values.settle, 60, 0, 3_600),
  }
}

run().catch((error: unknown) => {
  const isUsage = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  process.stderr.write(`${isUsage ? `${(error as Error).message}\n${usage}` : failureText(error)}\n`)
  process.exit(1)
})
