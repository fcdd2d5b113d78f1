import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { at } from './paths.mjs'

const notSource = /(^|\/)(node_modules|dist|dist-demo|test)$|\.test\.tsx?$/

/** One hash over the content of files and folders, so a checkout that changes only timestamps causes no build. */
export function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((path) => filesUnder(path))) {
    const content = readFileSync(at(path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

export const readStamp = (path) => {
  try {
    return readFileSync(at(path), 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

export const writeStamp = (path, stamp) => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), stamp)
}

export const removeStamp = (path) => rmSync(at(path), { force: true })

function filesUnder(path) {
  let entries
  try {
    entries = readdirSync(at(path), { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path]
    if (error.code === 'ENOENT') return []
    throw error
  }
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((entry) => [entry, join(path, entry.name)])
    .filter(([, inside]) => !notSource.test(inside))
    .flatMap(([entry, inside]) => (entry.isDirectory() ? filesUnder(inside) : [inside]))
}
