import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { budget } from '../size-budget.mjs'
import { Failure } from './run.mjs'

/** Weighs what each page of the budget loads, prints it, and fails the build when a page is too heavy. */
export function checkSize(dist) {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const pages = budget.map(({ page, limit, modules }) => {
    const files = [...filesOf(manifest, modules, page)]
    const weight = (end) =>
      kilobytes(
        dist,
        files.filter((file) => file.endsWith(end)),
      )
    return { page, limit, js: weight('.js'), css: weight('.css'), files: files.length }
  })
  console.log(table(pages))
  const heavy = pages.filter(({ js, css, limit }) => js + css > limit)
  if (heavy.length === 0) return
  const names = heavy.map(({ page, limit }) => `${page} (at most ${limit} kB)`).join(', ')
  throw new Failure(`Too heavy: ${names}. The limits and the reasons are in scripts/size-budget.mjs.`)
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

const kilobytes = (dist, files) => files.reduce((sum, file) => sum + sizeOf(join(dist, file)), 0) / 1000

const sizeOf = (path) => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size

function table(pages) {
  const rows = pages.map(({ page, limit, js, css, files }) =>
    [
      page.padEnd(12),
      `${cell(js)} JS`,
      `${cell(css)} CSS`,
      `${cell(js + css)} of ${limit} kB`,
      `${files} files`,
    ].join('  '),
  )
  return ['Size of a first visit, compressed:', ...rows.map((row) => `  ${row}`)].join('\n')
}

const cell = (number) => number.toFixed(1).padStart(6)
