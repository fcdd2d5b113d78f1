import { randomUUID } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { StartRefusal } from '../base/refusal.ts'
import type { Db } from '../db/client.ts'

/** The file in the folder of files that says which database they belong to. It goes along when the folder is copied. */
export const markerName = 'folder-id'
/** The same id in the database. */
const factKey = 'filesFolder'

/**
 * Checks that a folder is the one in which all instances of this database keep their files. The first instance marks it.
 * @throws StartRefusal in one sentence if the folder has another mark, or none although the database knows one
 */
export async function checkSharedFolder(db: Db, folder: string): Promise<void> {
  await db.transaction().execute(async (write) => {
    // Instances that start at once look one after the other.
    await sql`select pg_advisory_xact_lock(hashtext('kabao files'))`.execute(write)
    const fact = await write
      .selectFrom('serviceFact')
      .select('value')
      .where('key', '=', factKey)
      .executeTakeFirst()
    const found = await markOf(folder)
    if (fact && found !== fact.value) throw wrongFolder(folder, found, fact.value)
    if (fact) return
    const value = found ?? (await mark(folder))
    await write.insertInto('serviceFact').values({ key: factKey, value }).execute()
  })
}

const wrongFolder = (folder: string, found: string | null, known: string) =>
  new StartRefusal(
    `The folder ${folder} is not the one in which this database keeps its files: ${found === null ? `it has no file ${markerName}` : `its ${markerName} is ${found}`}, ` +
      `and the database knows ${known}. Name the shared folder in FILES_DIR; if the files were moved here without it, write that id into ${markerName}.`,
  )

async function markOf(folder: string): Promise<string | null> {
  try {
    return (await readFile(join(folder, markerName), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** @returns the new mark */
async function mark(folder: string): Promise<string> {
  const id = randomUUID()
  const handle = await open(join(folder, markerName), 'wx', 0o600)
  try {
    await handle.writeFile(`${id}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return id
}
