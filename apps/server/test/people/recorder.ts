import type pg from 'pg'
import { expect } from 'vitest'
import { exceptions } from './exceptions.ts'
import { unkeyed } from './keys.ts'
import { inOneLine, isOfPipeline, sources, templatesOf } from './places.ts'

/** Hears the statements of the service in the tests of engine and intake. */
export function peopleRecorder() {
  const seen = new Set<string>()
  const [, test = ''] = expect.getState().testPath?.split('/apps/server/src/') ?? []
  return {
    /** Before the pool has a connection. */
    listen(pool: pg.Pool) {
      if (isOfPipeline(test)) pool.on('connect', (client) => record(client, seen))
    },
    /**
     * The statements on tables of people that do not say of whom. What stands so in a source of another module is not of the pipeline, and
     * is left out; so is an administrator's list.
     */
    unnamed(): string[] {
      const found = [...seen].filter((text) => !ofList.test(text) && unkeyed(text).length > 0).map(inOneLine)
      const unknown = without(found, Object.entries(exceptions).flatMap(exceptionsIn))
      return unknown.length === 0 ? [] : without(unknown, ofOthers())
    },
  }
}

/** The ground floor makes lists of a table that it is given, which it calls so. */
const ofList = /\b(?:from|update) (?:\w+ "t"|"\w+" t\b)/

function record(client: pg.PoolClient, seen: Set<string>): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((given: string | { text: string }, ...rest: unknown[]) => {
    seen.add(typeof given === 'string' ? given : given.text)
    return query(given, ...rest)
  }) as typeof client.query
}

const exceptionsIn = ([file, beginnings]: [string, readonly string[]]): string[] =>
  templatesOf(file).filter((text) => beginnings.some((beginning) => text.startsWith(beginning)))

const ofOthers = (): string[] =>
  sources()
    .filter((file) => !isOfPipeline(file))
    .flatMap((file) => templatesOf(file).filter((text) => unkeyed(text).length > 0))

/** The statements that have none of these templates in them, which have anything for what is put in. */
function without(statements: readonly string[], templates: readonly string[]): string[] {
  const patterns = templates.map((text) => new RegExp(text.split('$').map(escaped).join('[^]*?')))
  return statements.filter((statement) => !patterns.some((pattern) => pattern.test(statement)))
}

const escaped = (text: string): string => text.replace(/[.*+?^{}()|[\]\\]/g, '\\$&')
