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

/** Has what writes on the pool's connections refused before it is begun, or no more. A transaction that was begun goes on to its end. */
export function holdWrites(pool: pg.Pool, areHeld: boolean): void {
  const { writes } = pool.options as { writes?: Writes }
  if (writes) writes.areHeld = areHeld
}

/** A transaction that may write, or a statement that does. */
export const isWrite = (text: string): boolean =>
  /^\s*(begin|start transaction)(?!.*read only)|\b(insert into|update|delete from)\s+["\w]/i.test(text)
