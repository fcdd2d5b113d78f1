import { type SettingKey, type SettingValue, standardOf } from '@kabao/contract/setting'
import type { Db } from '#db/client'
import type { Listener } from '#db/listen'
import { readSettings, settingChannel } from './store.ts'

/** The general settings as they are now, read from memory: asking costs nothing. */
export interface Settings {
  get<K extends SettingKey>(key: K): SettingValue<K>
  /** Calls back after every change; what it returns ends that. */
  onChange(hear: () => void): () => void
  /** Reads them anew; a change by any instance does so by itself. */
  refresh(): Promise<void>
  stop(): void
}

interface Log {
  warn(details: object, message: string): void
}

/** After this long they are read again even if nothing was announced: a connection can be dead and not know it. */
const refreshMs = 60_000
/** How soon it is tried again after the database did not answer. */
const retryMs = 1_000

/** Loads the settings and follows what any instance changes, from the moment of its commit. */
export async function openSettings(db: Db, listener: Listener, log: Log): Promise<Settings> {
  let values = new Map<SettingKey, SettingValue>()
  let signature = ''
  let reading: Promise<void> | null = null
  let isAskedAgain = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const hearers = new Set<() => void>()

  const read = async () => {
    const stored = await readSettings(db)
    const now = JSON.stringify(stored.map(({ key, version, value }) => [key, version, value]).sort())
    if (now === signature) return
    signature = now
    for (const { key, isUnfit } of stored) {
      if (isUnfit) log.warn({ setting: key }, 'a stored setting does not fit; its default counts')
    }
    values = new Map(stored.flatMap(({ key, value }) => (value === null ? [] : [[key, value] as const])))
    for (const hear of hearers) hear()
  }

  // A second wish while one is read is read once more after it: it may speak of a later commit.
  const refresh = (): Promise<void> => {
    if (reading) {
      isAskedAgain = true
      return reading
    }
    const run = async () => {
      do {
        isAskedAgain = false
        await read()
      } while (isAskedAgain)
    }
    reading = run().finally(() => {
      reading = null
    })
    return reading
  }

  const follow = async () => {
    let pause = refreshMs
    try {
      await refresh()
    } catch (error) {
      if (!isStopped) log.warn({ err: error }, 'the settings could not be read; the last known ones count')
      pause = retryMs
    }
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void follow(), pause).unref()
  }

  const unfollow = await listener.follow(settingChannel, () => void follow())
  await refresh()
  timer = setTimeout(() => void follow(), refreshMs).unref()

  return {
    get: <K extends SettingKey>(key: K) => (values.get(key) ?? standardOf(key)) as SettingValue<K>,
    onChange(hear) {
      hearers.add(hear)
      return () => void hearers.delete(hear)
    },
    refresh,
    stop() {
      isStopped = true
      clearTimeout(timer)
      unfollow()
    },
  }
}
