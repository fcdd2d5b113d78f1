import { createReadStream, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { bucketSink, placeOf, readObject, sendFile } from '#platform/backup/bucket'
import { restoreBackup } from '#platform/backup/read'
import { fileSink } from '#platform/backup/sink'
import { writeBackup } from '#platform/backup/write'
import { StartRefusal } from '#platform/base/refusal'
import type { Config } from '#platform/config/config'
import { openDatabase } from '#platform/config/database'
import { embeddedDataKeys } from '#platform/keys/data-key'
import type { DataKeys } from '#platform/keys/key-state'
import { createStorage } from '#platform/storage/open'

/** Backs up the database and its files, and says in one line what the backup holds. @throws StartRefusal */
export async function backedUpText(pool: pg.Pool, config: Config, to: string): Promise<string> {
  const secret = keyIn(config)
  const place = placeOf(to)
  const path = resolve(to)
  const storage = await createStorage(config.files)
  const line = progressLine()
  const done = await writeBackup({
    pool,
    storage,
    secret,
    place: place ? to : path,
    createSink: async () => (place ? bucketSink(await clientOf(config), place) : fileSink(path)),
    onProgress: ({ step, size }) => line.show(`${step}, ${megabytes(size)} written`),
  }).finally(line.clear)
  const told = `The backup is whole: ${counted(done.rows)} rows of ${done.tables} tables and ${counted(done.files)} files, ${megabytes(done.size)}.`
  return `${told}${missingText(done.missing)}`
}

/**
 * Restores a backup into the configured empty database, and says so in one line.
 * @param connections how many work at the same time
 * @throws StartRefusal
 */
export async function restoredText(config: Config, from: string, connections: number): Promise<string> {
  const secret = keyIn(config)
  const place = placeOf(from)
  const path = resolve(from)
  if (!place && !existsSync(path)) throw new StartRefusal(`There is no file ${path}.`)
  const { key, old } = await dataKeysOf(config)
  // The whole service, which the other acts do not need.
  const { jobs } = await import('#boot/registry')
  const database = await openDatabase({ ...config, dataKey: key, oldDataKey: old }, () => undefined)
  // The pool of the owner is small, for a service; the queues are made beside the connections of the restore.
  database.pool.options.max = connections + 1
  const line = progressLine()
  try {
    const done = await restoreBackup({
      pool: database.pool,
      connections,
      secret,
      jobs,
      dataKeys: old === null ? [key] : [key, old],
      storage: await createStorage(config.files),
      source: place ? readObject(await clientOf(config), place) : createReadStream(path),
      onStep: (step, size) => line.show(`${step}, ${megabytes(size)} read`),
    }).finally(line.clear)
    const told = `The backup of ${done.takenAt} is restored: ${counted(done.rows)} rows of ${done.tables} tables and ${counted(done.files)} files.`
    return `${told}${missingText(done.missing)}`
  } finally {
    await database.stop()
  }
}

/** Sends a backup that is a file to a bucket; a second call goes on where the first was interrupted. @throws StartRefusal */
export async function sentText(config: Config, path: string, to: string): Promise<string> {
  const place = placeOf(to)
  if (!place) throw new StartRefusal('Name the place in the bucket, like s3://bucket/folder/name.')
  const line = progressLine()
  const onSent = (size: number) => line.show(`${megabytes(size)} sent`)
  const size = await sendFile(await clientOf(config), place, { path: resolve(path), onSent }).finally(
    line.clear,
  )
  return `${to} is whole: ${megabytes(size)}.`
}

function keyIn({ backupKey }: Config): string {
  if (backupKey === null)
    throw new StartRefusal('BACKUP_KEY must be set (make one with: openssl rand -base64 32).')
  return backupKey
}

/** A new key would open nothing, so an embedded database that is restored needs the old one. */
async function dataKeysOf({ dataKey, oldDataKey, isEmbedded, dataDir }: Config): Promise<DataKeys> {
  if (dataKey !== null) return { key: dataKey, old: oldDataKey }
  if (isEmbedded && existsSync(join(dataDir, 'data.key'))) return embeddedDataKeys(dataDir)
  throw new StartRefusal('DATA_KEY must be set to the key of the database that was backed up.')
}

async function clientOf({ files }: Config) {
  if (files.s3 === null)
    throw new StartRefusal('A place in a bucket needs S3_BUCKET and its other variables.')
  const { intakeClient } = await import('#platform/storage/s3')
  return intakeClient(files.s3)
}

const counted = (number: number) => number.toLocaleString('en-US')
const megabytes = (bytes: number) =>
  `${(bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`

const missingText = (ids: readonly string[]) =>
  ids.length === 0
    ? ''
    : ` Of ${counted(ids.length)} files the bytes were not in the storage, or were deleted meanwhile: ${ids.slice(0, 20).join(', ')}.`

/** One line of progress on a terminal, at most five times a second; nothing where the output goes to a file. */
function progressLine() {
  const out = process.stderr
  let shownAt = 0
  return {
    show(text: string) {
      if (!out.isTTY || performance.now() - shownAt < 200) return
      shownAt = performance.now()
      out.write(`\r\x1b[K${text}`)
    },
    clear() {
      if (out.isTTY) out.write('\r\x1b[K')
    },
  }
}
