import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** How many builds keep their maps; errors of older ones are shown as the browser reports them. */
const kept = 10

/**
 * Moves the source maps out of a built folder into one for its release, so that they are kept on the server and never served, and
 * removes those of old builds. They are packed, and without the text of the sources: an error names a place.
 */
export function moveMaps(dist, maps) {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const release = /<meta name="release" content="([\w.-]+)"/.exec(html)?.[1]
  if (!release) throw new Error('The built page does not name its release.')
  const folder = join(maps, release)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(dist, { recursive: true }).filter((each) => each.endsWith('.map')))
    pack(join(dist, name), join(folder, `${basename(name)}.gz`))
  const builds = readdirSync(maps).map((name) => ({ name, at: statSync(join(maps, name)).mtimeMs }))
  for (const { name } of builds.toSorted((one, other) => other.at - one.at).slice(kept))
    rmSync(join(maps, name), { recursive: true, force: true })
}

function pack(from, to) {
  const { sourcesContent, ...places } = JSON.parse(readFileSync(from, 'utf8'))
  writeFileSync(to, gzipSync(JSON.stringify(places)))
  rmSync(from)
}
