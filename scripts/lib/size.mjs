import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { frame, limits, loginPage, routeModules, start, userList } from '../size-budget.mjs'
import { Failure } from './run.mjs'

/** Measures the files that each page of the console loads, prints their size, and fails the build if a page is too large. */
export function checkSize(dist, app) {
  const read = (path) => JSON.parse(readFileSync(join(dist, '.vite', path), 'utf8'))
  const routes = routeModules.flatMap((module) => routesOf(module, readFileSync(join(app, module), 'utf8')))
  const weigh = (file) => sizeOf(join(dist, file)) / 1000
  const pages = weighPages(withHomes(read('manifest.json'), read('homes.json')), routes, weigh)
  console.log(table(pages))
  const heavy = pages.filter(({ own, limit }) => own > limit)
  if (heavy.length === 0) return
  const contents = read('contents.json')
  const words = heavy.map((page) => `  ${complaint(page, weigh, contents)}`)
  throw new Failure(`Too heavy:\n${words.join('\n')}\nThe limits are in scripts/size-budget.mjs.`)
}

/** The manifest with every source file that shares a chunk, of which it names one at most. */
export function withHomes(manifest, homes) {
  const chunks = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]))
  const shared = Object.entries(homes).flatMap(([module, file]) =>
    manifest[module] || !chunks.has(file) ? [] : [[module, chunks.get(file)]],
  )
  return Object.fromEntries([...Object.entries(manifest), ...shared])
}

/**
 * The files that every page loads at its first visit.
 * @param routes pages of the frame by their route name: `{ page, module }`
 * @param weigh the weight of a file in kB
 * @returns for each page its files, their size, and `own`, the size that counts for its limit: all files for the login page
 *   and the user list; for any other page the files that the user list does not load
 */
export function weighPages(manifest, routes, weigh) {
  const sum = (files) => files.reduce((total, file) => total + weigh(file), 0)
  const filesFor = (page, ...modules) => [...filesOf(manifest, [start, ...modules], page)]
  const listed = routes.find(({ page }) => page === userList)
  if (!listed) throw new Failure(`The size budget knows no page ${userList} among the routes.`)
  const known = new Set(filesFor(userList, frame, listed.module))
  const whole = (page, limit, files) => ({
    page,
    limit,
    files,
    counted: files,
    all: sum(files),
    own: sum(files),
  })
  const further = routes
    .filter((route) => route !== listed)
    .map(({ page, module }) => {
      const files = filesFor(page, frame, module)
      const counted = files.filter((file) => !known.has(file))
      return { page, limit: limits.further, files, counted, all: sum(files), own: sum(counted) }
    })
  return [
    whole('Login page', limits.login, filesFor('Login page', loginPage)),
    whole(userList, limits.userList, [...known]),
    ...further.sort((a, b) => b.own - a.own),
  ]
}

/** The pages that a module of routes loads, by route name. An import that cannot be read fails the build. */
export function routesOf(module, source) {
  const found = [...source.matchAll(/^.*import\('([.#][^']+\.tsx)'\).*$/gm)].map(([line, path]) => ({
    page: /name: '(\w+)'/.exec(line)?.[1] ?? /^\s*(?:const )?'?(\w+)'?\s*[:=]/.exec(line)?.[1],
    module: path.startsWith('#') ? `src/${path.slice(1)}` : posix.join(posix.dirname(module), path),
  }))
  const isRead = found.length > 0 && found.every(({ page }) => page)
  if (!isRead || found.length !== source.split('import(').length - 1)
    throw new Failure(
      `The size budget cannot read which pages ${module} loads: one line each, with its name.`,
    )
  return found
}

/** The files the browser fetches for these modules: each chunk with its styles and all that it imports statically. */
export function filesOf(manifest, modules, page) {
  const files = new Set()
  const seen = new Set()
  const visit = (key) => {
    if (seen.has(key)) return
    seen.add(key)
    const chunk = manifest[key]
    if (!chunk) {
      const known = Object.keys(manifest).filter((name) => !name.startsWith('_'))
      throw new Failure(
        `The size budget of "${page}" names ${key}, which the build does not have: ${known.join(', ')}.`,
      )
    }
    files.add(chunk.file)
    for (const css of chunk.css ?? []) files.add(css)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const key of modules) visit(key)
  return files
}

/** The report of a page that is too large: its largest files and the largest modules in each. */
export function complaint({ page, own, limit, counted }, weigh, contents) {
  const heaviest = [...counted].sort((a, b) => weigh(b) - weigh(a)).slice(0, 3)
  const files = heaviest.map((file) => {
    const parts = contents[file] ?? []
    return `${posix.basename(file)} ${weigh(file).toFixed(1)} kB${parts.length ? ` (${parts.join(', ')})` : ''}`
  })
  return `${page}: ${own.toFixed(1)} of at most ${limit} kB; heaviest: ${files.join('; ')}`
}

const sizeOf = (path) => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size

function table(pages) {
  const width = Math.max(...pages.map(({ page }) => page.length))
  const rows = pages.map(({ page, own, all, limit, files }) => {
    const counts = ['.js', '.css'].map((end) => files.filter((file) => file.endsWith(end)).length)
    return `  ${page.padEnd(width)} ${cell(own)} of ${limit} kB  ${cell(all)} in all, ${counts[0]} scripts, ${counts[1]} styles`
  })
  return [
    'Size of a first visit, compressed; of further pages, what the user list does not load:',
    ...rows,
  ].join('\n')
}

const cell = (number) => number.toFixed(1).padStart(6)
