import type pg from 'pg'

/** Whether the writes of a pool are held back; each of its connections looks at it. */
export interface Writes {
  areHeld: boolean
}

/** The database would not confirm a write, so it was not begun. */
export class WritesHeld extends Error {
  override name = 'WritesHeld'

  constructor() {
    super('Nothing is written while a standby is missing that must confirm it')
  }
}

/** Has what writes on the pool's connections refused before it is begun, or no more. A transaction that was begun can still end. */
export function holdWrites(pool: pg.Pool, areHeld: boolean): void {
  const { writes } = pool.options as { writes?: Writes }
  if (writes) writes.areHeld = areHeld
}

/** A transaction that may write, or a statement that does. */
export function isWrite(text: string): boolean {
  const begins = text.trimStart().slice(0, 200).toLowerCase()
  if (/^(?:begin|start transaction)\b/.test(begins)) return !begins.includes('read only')
  return /\b(?:insert into|update|delete from)\b/i.test(text)
}
