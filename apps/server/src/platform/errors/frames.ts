import { originalPositionFor, type TraceMap } from '@jridgewell/trace-mapping'
import type { ErrorSource } from '@kabao/contract/intake/error-report'
import type { ErrorFrame } from '@kabao/contract/operations/error-event'
import { type MapOf, openMaps } from './maps.ts'

/** A line of a stack that names a place in a file. */
interface Place {
  /** The function as the browser calls it; empty if it has no name. */
  name: string
  /** The last part of the path. */
  file: string
  /** From 1, both. */
  line: number
  column: number
}

/** `at name (address:line:column)` of V8, `name@address:line:column` of other browsers. */
const placed =
  /^\s*(?:at (?:(?<v8>.*?) \()?|(?<other>[^@\s]*)@)?(?<address>[^\s()]*?):(?<line>\d+):(?<column>\d+)\)?$/

/** A shorter name is one that the build has made. */
const shortestName = 4

/** A browser lists ten calls; below them are the components of the page, which do not call each other. Source: V8, stack trace API. */
const mostCalls = 10

const isOwn = (source: string) => !source.includes('node_modules')

const maps = openMaps()

/**
 * The lines of a stack, with their places in the source where the map of the file is kept. The build shortens the names of functions,
 * so a short name is replaced by what the caller's line calls it.
 */
export async function framesOf(
  stack: string,
  { mapOf = maps, ...of }: { source: ErrorSource | string; release: string; mapOf?: MapOf },
): Promise<ErrorFrame[]> {
  const lines = stack.split('\n').filter((line) => line.trim() !== '')
  const frames = await Promise.all(
    lines.map(async (raw) => {
      const place = placeIn(raw)
      const map = place && (await mapOf({ ...of, file: place.file }))
      return { raw, place, found: map ? originalOf(map, place) : null }
    }),
  )
  return frames.map(({ raw, place, found }, index) => {
    const caller = index < mostCalls ? frames[index + 1]?.found : null
    const calledAs = caller && isOwn(caller.source) ? caller.name : null
    const own = place?.name.replace(/^async |^Object\.|^new /, '') ?? ''
    const name = found && own.length < shortestName ? (calledAs ?? (own || null)) : own || null
    return {
      raw: raw.trim(),
      source: found?.source ?? null,
      line: found?.line ?? null,
      column: found?.column ?? null,
      name,
      isOwn: found !== null && isOwn(found.source),
    }
  })
}

function placeIn(raw: string): Place | null {
  const parts = placed.exec(raw)?.groups
  if (!parts) return null
  return {
    name: parts.v8 ?? parts.other ?? '',
    file: (parts.address as string).split(/[/\\]/).at(-1) as string,
    line: Number(parts.line),
    column: Number(parts.column),
  }
}

function originalOf(map: TraceMap, { line, column }: Place) {
  if (line < 1 || column < 1) return null
  const found = originalPositionFor(map, { line, column: column - 1 })
  if (found.source === null) return null
  return {
    source: found.source.replace(/^(\.\.\/)+/, ''),
    line: found.line,
    column: found.column + 1,
    name: found.name,
  }
}
