import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { TraceMap } from '@jridgewell/trace-mapping'
import { mapsFolder } from '../base/paths.ts'
import { createMemory } from '../db/memory.ts'

/** Finds the source map of a file that a page was built into; null if none is kept. */
export type MapOf = (of: { source: string; release: string; file: string }) => Promise<TraceMap | null>

const unpack = promisify(gunzip)

/** A parsed map takes some megabytes, so few are kept, and for a short time in milliseconds. */
const kept = 20
const keptMs = 10 * 60_000

/**
 * The maps of the console's builds: a folder for each release, beside the build and never served. The name of a file has a hash of
 * its content, so a report without a release finds its map in any of them.
 */
export function openMaps(folder: string = mapsFolder): MapOf {
  const memory = createMemory<Promise<TraceMap | null>>(kept, keptMs)
  return async ({ source, release, file }) => {
    if (source !== 'console' || !/^[\w.-]+\.js$/.test(file)) return null
    const known = memory.get(file)
    if (known !== undefined) return known
    const reading = read(folder, release, file)
    memory.set(file, reading)
    return reading
  }
}

async function read(folder: string, release: string, file: string): Promise<TraceMap | null> {
  const all = await readdir(folder).catch(() => [])
  for (const each of all.toSorted((one, other) => Number(other === release) - Number(one === release))) {
    const packed = await readFile(join(folder, each, `${file}.map.gz`)).catch(() => null)
    if (packed !== null) return new TraceMap((await unpack(packed)).toString())
  }
  return null
}
