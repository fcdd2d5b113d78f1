import { type SettingKey, type SettingValue, standardOf } from '@kabao/contract/operations/setting'
import type { Db } from '../db/client.ts'
import type { Listener } from '../db/listen.ts'
import { readSettings, settingChannel } from './store.ts'

/** The current general settings, cached in memory, so that reading them costs nothing. */
export interface Settings {
  get<K extends SettingKey>(key: K): SettingValue<K>
  /** Calls back after every change; returns the function that unsubscribes. */
  onChange(notify: () => void): () => void
  /** Reads them again. Changes by any instance are read automatically. */
  refresh(): Promise<void>
  stop(): void
}

interface Log {
  warn(details: object, message: string): void
}

/** They are read again after this long without an announcement, because a connection can be broken without an error. */
const refreshMs = 60_000
/** The delay before a retry after the database did not answer. */
const retryMs = 1_000

/** Loads the settings and follows the changes of all instances from the moment of their commit. */
export async function createSettings(db: Db, listener: Listener, log: Log): Promise<Settings> {
  let values = new Map<SettingKey, SettingValue>()
  let signature = ''
  let reading: Promise<void> | null = null
  let isRefreshRequested = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const subscribers = new Set<() => void>()

  const read = async () => {
    const stored = await readSettings(db)
    const now = JSON.stringify(stored.map(({ key, version, value }) => [key, version, value]).sort())
    if (now === signature) return
    signature = now
    for (const { key, isUnfit } of stored) {
      if (isUnfit) log.warn({ setting: key }, 'a stored setting is not allowed; its default is used')
    }
    values = new Map(stored.flatMap(({ key, value }) => (value === null ? [] : [[key, value] as const])))
    for (const notify of subscribers) notify()
  }

  // A refresh requested during a read causes one more read after it, because it may announce a later commit.
  const refresh = (): Promise<void> => {
    if (reading) {
      isRefreshRequested = true
      return reading
    }
    const run = async () => {
      do {
        isRefreshRequested = false
        await read()
      } while (isRefreshRequested)
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
      if (!isStopped) log.warn({ err: error }, 'the settings could not be read; the last known ones are used')
      pause = retryMs
    }
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void follow(), pause).unref()
  }

  const unfollow = await listener.follow(settingChannel, () => void follow())
  await refresh()
  // The listener may have begun one already.
  clearTimeout(timer)
  timer = setTimeout(() => void follow(), refreshMs).unref()

  return {
    get: <K extends SettingKey>(key: K) => (values.get(key) ?? standardOf(key)) as SettingValue<K>,
    onChange(notify) {
      subscribers.add(notify)
      return () => void subscribers.delete(notify)
    },
    refresh,
    stop() {
      isStopped = true
      clearTimeout(timer)
      unfollow()
    },
  }
}
