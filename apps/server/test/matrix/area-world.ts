import type { TestApp } from '../harness.ts'
import type { Sample } from './samples.ts'
import type { World } from './world.ts'

/** What an area makes its rows with. */
export interface Making extends Pick<TestApp, 'pool' | 'db' | 'vault' | 'storage'> {
  /** Inserts a row and returns its id. */
  one(insert: string, values?: unknown[]): Promise<string>
  /** An administrator to whom the rows belong, who is not the caller. */
  ownerId: string
  /** A word that no other world has. */
  name: string
}

/** Rows of an area to be read, changed and deleted, none of which belongs to the caller. */
export interface AreaRows {
  /** By area, the row that its requests name. */
  idOf: Record<string, string>
  /** The rows that an act on all matching rows changes. */
  marked?: readonly string[]
  /** By the endpoint's name, the request that succeeds, where the schemas alone do not determine it. */
  calls?: Record<string, (world: World, sample: Sample) => Partial<Sample>>
  /** Makes the rows belong to the caller, so that a request can succeed. */
  giveTo?(adminId: string): Promise<unknown>
}

/** Declares the rows of an area for the checks of all endpoints; `test/world.ts` of its folder has it as its default export. */
export const areaWorld = (make: (making: Making) => Promise<AreaRows>) => make

/** A word that occurs once. */
export const fresh = (): string => `m${Math.random().toString(36).slice(2, 14)}`

/** An act on all matching rows. */
export const matching = (filter: object, { mark }: World, ...ids: (string | undefined)[]) => ({
  filter,
  count: ids.length,
  mark: mark(...(ids as string[])),
})
