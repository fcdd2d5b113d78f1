import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { relative } from 'node:path'
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'

const root = new URL('../..', import.meta.url).pathname
const pathOf = (id: string) => relative(root, id.split('?')[0] as string)

const login = 'apps/console/src/app/login/page.tsx'
const frame = 'apps/console/src/app/frame/frame.tsx'
const userList = 'apps/console/src/areas/user/page.tsx'
/** What this share of the pages needs belongs to all of them. */
const mostPages = 0.75

/**
 * Which modules share a file, by who needs them. A first build, written nowhere, puts every module beside those that the
 * same parts of the console need, hundreds of files; from it follows what each page needs, unused code left out.
 * @param plain how the console is built, without groups
 */
export async function chunkGroups(plain: InlineConfig): Promise<Rolldown.CodeSplittingGroup[]> {
  const parts = await neededBy(plain)
  const pageCount = new Set([...parts.values()].flatMap(({ pages }) => [...pages])).size
  const groupOf = (id: string): string | null => {
    const { first, pages } = parts.get(id) ?? none
    if (first.has(initial)) return /node_modules|preload-helper/.test(id) ? 'base' : 'start'
    const isOfUserList = first.has(frame) || pages.has(userList)
    if (first.has(login)) return first.size === 1 ? null : isOfUserList ? 'common' : 'fields'
    if (first.has(frame) || pages.size >= pageCount * mostPages) return 'around'
    // What other pages share is left to the bundler, by the pages that need it: none of them pays for another.
    if (!pages.has(userList)) return null
    return pages.size > 1 ? 'list' : 'users'
  }
  const entries = new Set([...parts].filter(([, { isEntry }]) => isEntry).map(([id]) => id))
  // Deeper first: what a group imports is never in a group that loads after it.
  return ['base', 'start', 'common', 'fields', 'around', 'list', 'users'].map((name, place) => ({
    name,
    priority: 50 - place,
    test: (id: string) => !entries.has(id) && groupOf(id) === name,
  }))
}

interface Need {
  /** The parts that are loaded first: before every page, the login, the frame, a page. */
  first: Set<string>
  /** Those of them that are pages of the frame. */
  pages: Set<string>
  /** It is loaded by its own name, so its file is its own. */
  isEntry: boolean
}
const none: Need = { first: new Set(), pages: new Set(), isEntry: false }
const initial = 'before every page'

/** Of every module, who needs it at once; what is loaded later, on demand, does not count. */
async function neededBy(plain: InlineConfig): Promise<Map<string, Need>> {
  const { output } = (await build({
    ...plain,
    configFile: false,
    logLevel: 'silent',
    build: { ...plain.build, write: false, minify: false },
  })) as Rolldown.RolldownOutput
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])))
  const reached = (from: Rolldown.OutputChunk) => {
    const seen = new Set([from])
    for (const chunk of seen)
      for (const name of chunk.imports) {
        const next = chunks.get(name)
        if (next) seen.add(next)
      }
    return seen
  }
  const needs = new Map<string, Need>()
  const note = (from: Rolldown.OutputChunk, part: string) => {
    for (const chunk of reached(from))
      for (const id of chunk.moduleIds) {
        const need = needs.get(id) ?? { first: new Set(), pages: new Set(), isEntry: false }
        need.first.add(part)
        if (part !== initial && part !== login && part !== frame) need.pages.add(part)
        needs.set(id, need)
      }
  }
  const start = [...chunks.values()].filter(({ isEntry }) => isEntry)
  for (const chunk of start) note(chunk, initial)
  const opened = new Set(start.flatMap((chunk) => [...reached(chunk)].flatMap((each) => each.dynamicImports)))
  for (const name of opened) {
    const chunk = chunks.get(name)
    if (chunk) note(chunk, pathOf(chunk.facadeModuleId ?? name))
  }
  for (const { facadeModuleId, isEntry, moduleIds } of chunks.values()) {
    // The module that the page itself names starts the console: who imports its file must not wait for it.
    const own = isEntry
      ? moduleIds.filter((id) => /[\\/](index\.html|main\.tsx)$/.test(id))
      : [facadeModuleId]
    for (const id of own) {
      const need = id && needs.get(id)
      if (need) need.isEntry = true
    }
  }
  return needs
}

/**
 * `.vite/contents.json`: what most of each file is, by package or by source file, heaviest first. The size budget says so
 * of a page that is too heavy.
 */
export function contents(): Plugin {
  const partOf = (id: string) => /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1] ?? pathOf(id)
  return {
    name: 'contents',
    apply: 'build',
    generateBundle(_options, bundle) {
      const list: Record<string, string[]> = {}
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const sizes = new Map<string, number>()
        for (const [id, { renderedLength }] of Object.entries(chunk.modules))
          sizes.set(partOf(id), (sizes.get(partOf(id)) ?? 0) + renderedLength)
        const heaviest = [...sizes].sort(([, a], [, b]) => b - a).slice(0, 4)
        list[chunk.fileName] = heaviest.map(([part]) => part)
      }
      this.emitFile({ type: 'asset', fileName: '.vite/contents.json', source: JSON.stringify(list) })
    },
  }
}

/**
 * React Router without what it warns of while one develops: its package names only the other build to a bundler. Both
 * have the same exports.
 */
export function productionRouter(): Plugin {
  const folder = createRequire(import.meta.url)
    .resolve('react-router')
    .replace(/development[\\/][^\\/]+$/, '')
  const files: Record<string, string> = { 'react-router': 'index.mjs', 'react-router/dom': 'dom-export.mjs' }
  return {
    name: 'production-router',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (files[source] ? `${folder}production/${files[source]}` : undefined),
  }
}

/**
 * Leaves out of Zod what no page of the console uses: how a schema writes itself as a JSON schema, which only the service
 * does (`openapi.ts`), and its own English sentences, since ours are worded by `wordIssues`.
 */
export function leanZod(): Plugin {
  const names = (text: string) =>
    [...text.matchAll(/^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm)].map(
      ([, declared, renamed]) => declared ?? renamed,
    )
  return {
    name: 'lean-zod',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (/zod[\\/]v4[\\/]locales[\\/]en\.js$/.test(id))
        return 'export default () => ({ localeError: () => undefined })'
      if (!/zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/.test(id)) return
      return `const none = () => undefined\nexport { ${names(code)
        .map((name) => `none as ${name}`)
        .join(', ')} }`
    },
  }
}

/**
 * Leaves out of Mantine's menu and tooltip the parts that no source of the console names (`Menu.Sub`, `Tooltip.Floating`): a component
 * refers to all its parts, so a bundler keeps them. A part that a source names later is there again by itself.
 */
export function leanMantine(): Plugin {
  const source = new URL('./src/', import.meta.url)
  let named: Set<string>
  return {
    name: 'lean-mantine',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\.tsx?$/.test(name),
      )
      const texts = files.map((name) => readFileSync(new URL(name, source), 'utf8'))
      named = new Set(texts.flatMap((text) => text.match(/\b(Menu|Tooltip)\.[A-Z]\w*/g) ?? []))
    },
    transform(code, id) {
      const [, component] =
        /@mantine[\\/]core[\\/]esm[\\/]components[\\/](Menu|Tooltip)[\\/]\1\.mjs$/.exec(id) ?? []
      if (!component) return
      return code.replace(/^import \{ (\w+) \} from "\.\/\w+\/\1\.mjs";$/gm, (line, part: string) => {
        if (!part.startsWith(component) || named.has(`${component}.${part.slice(component.length)}`))
          return line
        return `const ${part} = undefined;`
      })
    },
  }
}

/**
 * Leaves out of the contract what only the service reads: what an endpoint does in words, with which codes it refuses,
 * which media types it answers with, and the names of its schemas. The role editor's tree comes from the service, and the API
 * document too.
 */
export function leanContract(): Plugin {
  const forService =
    /^ {4}(?:summary|refuses|mediaTypes): (?:\[(?:'[^'\n]*'|"[^"\n]*"|[^'"\]])*\]|[\w.]+\([\w.]+\)),\n/gm
  const schemaNames = /^\w+\.register\(z\.globalRegistry, \{ id: '\w+' \}\)\n/gm
  return {
    name: 'lean-contract',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      /packages[\\/]contract[\\/]src[\\/][\w-]+\.ts$/.test(id)
        ? code.replace(forService, '').replace(schemaNames, '')
        : undefined,
  }
}
