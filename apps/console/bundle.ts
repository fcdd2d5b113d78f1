import { readdirSync, readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'

/** A path, also where the address of a folder is written in another way, as with a space. */
const root = fileURLToPath(new URL('../..', import.meta.url))
const pathOf = (id: string) => relative(root, id.split('?')[0] as string)

const login = 'apps/console/src/app/login/page.tsx'
const frame = 'apps/console/src/app/frame/frame.tsx'
const userList = 'apps/console/src/users/areas/user/page.tsx'
/** A module that pages of this many areas need goes into the group that every page loads. */
const manyAreas = 4

/**
 * Decides which modules share a file, by which parts of the console need them. A first build, which is not written to disk, puts
 * modules that the same parts need into one chunk; that gives hundreds of files. Its chunks tell what each page needs, without
 * unused code.
 * @param plain the configuration of the console's build, without groups
 */
export async function chunkGroups(plain: InlineConfig): Promise<Rolldown.CodeSplittingGroup[]> {
  const parts = await neededBy(plain)
  const firstOf = ({ first, pages }: Need): string | null => {
    if (first.has(initial)) return 'start'
    const isOfFrame = first.has(frame) || pages.has(userList)
    if (first.has(login)) return isOfFrame ? 'start' : first.size > 1 ? 'fields' : null
    const isOfAll = new Set([...pages].map((page) => dirname(page))).size >= manyAreas
    if (first.has(frame) || isOfAll || (isOfFrame && pages.size > 1)) return 'around'
    return isOfFrame ? 'users' : null
  }
  const groups = new Map<string, string>()
  const sets = new Map<string, number>()
  for (const [id, need] of parts) {
    if (need.isEntry) continue
    // What only further pages need shares a file with all that exactly these pages need.
    const name = firstOf(need) ?? [...need.pages].sort().join()
    if (name === '') continue
    groups.set(id, name)
    sets.set(name, need.pages.size)
  }
  // What more pages need has the higher priority, because a group takes what its modules import and no group before it has taken.
  const first = ['start', 'fields', 'around', 'users']
  const further = [...sets].sort(([, one], [, other]) => other - one).map(([name]) => name)
  return [...new Set([...first, ...further])].map((name, place) => ({
    name: first.includes(name) ? name : `shared-${place}`,
    priority: groups.size - place,
    test: (id: string) => groups.get(id) === name,
  }))
}

interface Need {
  /** The parts that need the module: what loads before every page, the login page, the frame, or a page. */
  first: Set<string>
  /** The pages of the frame among these parts. */
  pages: Set<string>
  /** Whether the module is loaded by its own name and therefore has a file of its own. */
  isEntry: boolean
}
const initial = 'before every page'
/** Not a part of the kit or of the contract that is loaded when it is needed. */
const isPage = (part: string) =>
  part.startsWith('apps/console/src/') &&
  !part.startsWith('apps/console/src/kit/') &&
  part !== login &&
  part !== frame

/** Finds for every module the parts that need it at once; modules that load later, on demand, do not count. */
async function neededBy(plain: InlineConfig): Promise<Map<string, Need>> {
  const { output } = (await build({
    ...plain,
    configFile: false,
    logLevel: 'silent',
    build: { ...plain.build, write: false, minify: false, sourcemap: false },
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
        if (isPage(part)) need.pages.add(part)
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
    // The module that index.html names starts the console; a module that imports from its file must not wait for the console to
    // start.
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
 * Writes `.vite/contents.json`: the heaviest packages or source files of each chunk, heaviest first. The size budget prints them
 * for a page that is too large.
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

/** Its lines without their content, so that the lines below keep their numbers in the source map. */
const emptied = (text: string) => text.replace(/[^\n]+/g, '')

/**
 * Leaves out of Zod what no page of the console uses: the conversion to JSON Schema, which only the service needs (`openapi.ts`),
 * and Zod's English messages, because `wordIssues` words the problems.
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
        return { code: 'export default () => ({ localeError: () => undefined })', map: { mappings: '' } }
      if (!/zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/.test(id)) return
      const exports = names(code).map((name) => `none as ${name}`)
      return {
        code: `const none = () => undefined\nexport { ${exports.join(', ')} }`,
        map: { mappings: '' },
      }
    },
  }
}

/**
 * Leaves out the parts of some of Mantine's components that no source file of the console names (`Menu.Sub`, `Checkbox.Card`). A
 * component refers to all its parts, so the bundler would keep them. A part is included again as soon as a source file names it. The
 * components that the console loads use no other part of these.
 */
export function leanMantine(): Plugin {
  const source = new URL('./src/', import.meta.url)
  const components = 'ActionIcon|Button|Checkbox|Menu|Popover|Switch|Tooltip'
  const partName = new RegExp(`(?:${components})\\.[A-Z]\\w*`, 'g')
  const component = new RegExp(
    String.raw`@mantine[\\/]core[\\/]esm[\\/]components[\\/](${components})[\\/]\1\.mjs$`,
  )
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
      named = new Set(texts.flatMap((text) => text.match(partName) ?? []))
    },
    transform(code, id) {
      if (!component.test(id)) return
      const lean = code.replace(/^(\w+)\.([A-Z]\w*) = \1\2;$/gm, (line, whole: string, part: string) =>
        named.has(`${whole}.${part}`) ? line : '',
      )
      return { code: lean, map: null }
    },
  }
}

/**
 * Leaves out of the contract what only the service reads: the descriptions of endpoints, their error codes and media types, and
 * the names of schemas. The role editor's tree and the API document come from the service.
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
      /packages[\\/]contract[\\/]src[\\/]\w+[\\/][\w-]+\.ts$/.test(id)
        ? { code: code.replace(forService, emptied).replace(schemaNames, emptied), map: null }
        : undefined,
  }
}
