import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig, type Rolldown } from 'vite'

/** A path, also where the address of a folder is written in another way, as with a space. */
const root = fileURLToPath(new URL('../..', import.meta.url))
export const pathOf = (id: string): string => relative(root, id.split('?')[0] as string)

const login = 'apps/console/src/app/login/page.tsx'
const frame = 'apps/console/src/app/frame/frame.tsx'
/** A filter of most lists, which is loaded after the list. */
const combobox = 'apps/console/src/kit/choice/choice-combobox.tsx'
const userList = 'apps/console/src/users/areas/user/page.tsx'
/** A module that pages of this many areas need goes into the group that every page loads. */
const manyAreas = 5
/** A module of the kit that this many parts need which load on demand is loaded with the first of them. */
const manyParts = 6
/** Characters; a smaller module of the kit that a page needs too is not worth a request of its own. */
const small = 2_200
/** What requests cost a reader, in characters of code before compression, times the square of their number. */
const request = 40_000
/** At most this many characters of its own may a page load, so that it stays within its limit of `scripts/size-budget.mjs`. */
const most = 160_000
/** How much a part counts that loads when the reader does something, and a page together with a part that comes by itself. */
const seldom = 0.03
const whole = 1
/** A part that a page loads by itself: what is below the rest, a list in a tab, a long form. */
const comesByItself = /[\\/]([a-z]+-)?(page|rest|list|overview|runs|form|editor)\.tsx$/

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

/** What the console loads by its name: its start, a page, or a part of a page that is loaded on demand. */
interface Part {
  module: string
  /** Its chunks and all that they import. */
  reached: Set<Rolldown.OutputChunk>
  /** The chunks that are there before it is loaded, whichever part loads it. */
  before: Set<Rolldown.OutputChunk>
  /** Whether the start of the console loads it: a page, or one of a few parts that may be shown before every page. */
  isFirst: boolean
  isPage: boolean
  /** Whether it is a page together with the parts that it loads by itself. */
  isWhole?: boolean
  weight: number
}

/** What a part loads, besides what every page has loaded. */
interface Load {
  /** Characters of code, with its styles. */
  size: number
  files: number
}

/** Modules that share a file. */
interface Group {
  name: string
  chunks: Rolldown.OutputChunk[]
  size: number
  /** The parts that load it. */
  parts: Set<Part>
  /** The groups that it imports, and those that these import. */
  imports: Set<Group>
}

/**
 * Decides which modules share a file, by which parts of the console need them. A first build, which is not written to disk, puts
 * modules that the same parts need into one chunk; that gives hundreds of files. Its chunks tell what each part needs, without
 * unused code.
 * @param plain the configuration of the console's build, without groups
 */
export async function chunkGroups(plain: InlineConfig): Promise<Rolldown.CodeSplittingGroup[]> {
  const chunks = await builtPlain(plain)
  const parts = partsOf(chunks)
  const groups = joined(groupsOf(chunks, parts), parts)
  const names = new Map<string, string>()
  const byName = new Set(
    [...chunks.values()].flatMap((chunk) => (chunk.isDynamicEntry ? chunk.facadeModuleId : [])),
  )
  for (const { name, chunks: ofGroup } of groups.filter((group) => !isOwn(group) && !isApart(group, byName)))
    for (const { moduleIds } of ofGroup) for (const id of moduleIds) names.set(id, name)
  names.set(runtime, 'start')
  // A group takes what its modules import and no group before it has taken, so what is imported comes first.
  return groups
    .toSorted((one, other) => one.imports.size - other.imports.size)
    .map(({ name }, place) => ({
      name: shared.includes(name) ? name : `shared-${place}`,
      priority: groups.length - place,
      test: (id: string) => names.get(id) === name,
    }))
}

/** The chunks of a build without groups, by their file: one for each combination of parts that need the same modules. */
async function builtPlain(plain: InlineConfig): Promise<Chunks> {
  const { output } = (await build({
    ...plain,
    configFile: false,
    logLevel: 'silent',
    build: {
      ...plain.build,
      write: false,
      minify: false,
      sourcemap: false,
      // Otherwise modules that parts share are in the chunk of one of them.
      rolldownOptions: { ...plain.build?.rolldownOptions, experimental: { chunkOptimization: false } },
    },
  })) as Rolldown.RolldownOutput
  return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])))
}

/** All parts of the console, with what they need and how often they are loaded. */
function partsOf(chunks: Chunks): Part[] {
  const all = [...chunks.values()]
  const reach = (from: Rolldown.OutputChunk) => {
    const reached = new Set([from])
    for (const { imports } of reached) for (const chunk of named(imports, chunks)) reached.add(chunk)
    return reached
  }
  const parts = new Map(
    all
      .filter(({ isEntry, isDynamicEntry }) => isEntry || isDynamicEntry)
      .map((chunk): [Rolldown.OutputChunk, Part] => [
        chunk,
        {
          module: chunk.isEntry ? '' : pathOf(chunk.facadeModuleId ?? ''),
          reached: reach(chunk),
          before: new Set(chunk.isEntry ? [] : all),
          isFirst: chunk.isEntry,
          isPage: false,
          weight: 0,
        },
      ]),
  )
  // What the start loads, as all pages, no other part loads, although it uses modules of the start.
  const ofStart = new Set(
    [...parts.values()].flatMap(({ isFirst, reached }) => (isFirst ? [...reached] : [])),
  )
  const loads = new Map(
    [...parts.values()].map((part) => [
      part,
      [...part.reached]
        .filter((chunk) => part.isFirst || !ofStart.has(chunk))
        .flatMap(({ dynamicImports }) =>
          named(dynamicImports, chunks).flatMap((chunk) => parts.get(chunk) ?? []),
        ),
    ]),
  )
  // What is there before a part is what each part that loads it has loaded, and what was there before that one.
  let isSettled = false
  while (!isSettled) {
    isSettled = true
    for (const [part, loaded] of loads)
      for (const { before } of loaded)
        for (const chunk of before)
          if (!part.reached.has(chunk) && !part.before.has(chunk)) {
            before.delete(chunk)
            isSettled = false
          }
  }
  const start = [...parts.values()].filter(({ module }) => module === '')
  const first = start.flatMap((part) => loads.get(part) ?? [])
  for (const part of first) part.isFirst = true
  const pages = first.filter(({ module }) => isOfConsole(module))
  const looks: Part[] = []
  for (const page of pages) {
    page.isPage = true
    page.weight = 1
    const opened = new Set([page])
    for (const part of opened) for (const next of loads.get(part) ?? []) opened.add(next)
    for (const part of opened) part.weight += part.isPage ? 0 : seldom
    for (const part of loads.get(page) ?? [])
      if (page.module !== frame && comesByItself.test(part.module))
        looks.push({
          ...page,
          module: `${page.module} with ${part.module}`,
          reached: union(page.reached, part.reached),
          isPage: false,
          isWhole: true,
          weight: whole,
        })
  }
  return [...parts.values(), ...looks]
}

/** The bundler's own module. */
const runtime = '\0rolldown/runtime.js'
const named = (files: readonly string[], chunks: Chunks) => files.flatMap((file) => chunks.get(file) ?? [])

/** The group of what every page loads; null for what only some parts load. */
function groupForAll(chunk: Rolldown.OutputChunk, parts: readonly Part[]): string | null {
  const needing = parts.filter(
    ({ module, isPage, reached }) => (isPage || module === '') && reached.has(chunk),
  )
  const isFor = (wanted: string) => needing.some(({ module }) => module === wanted)
  if (isFor('')) return 'start'
  const pages = needing.filter(({ module }) => module !== login && module !== frame && isOfConsole(module))
  const isOfFrame = isFor(frame) || isFor(userList)
  if (isFor(login)) return isOfFrame ? 'start' : needing.length > 1 ? 'fields' : null
  const areas = new Set(pages.map(({ module }) => dirname(module)))
  if (isFor(frame) || areas.size >= manyAreas || (isOfFrame && pages.length > 1)) return 'around'
  if (isOfFrame) return 'users'
  if (chunk.facadeModuleId && pathOf(chunk.facadeModuleId) === combobox) return 'forms'
  if (!isOfKit(chunk) || chunk.isDynamicEntry) return null
  const later = parts.filter(
    ({ isFirst, reached, before }) => !isFirst && reached.has(chunk) && !before.has(chunk),
  )
  const isForMany = later.length >= manyParts || later.some(({ module }) => module === combobox)
  if (!isForMany) return null
  if (pages.length === 0) return 'forms'
  if (chunk.code.length < small) return 'around'
  return pages.every((page) => hasFields(page, parts)) ? 'inputs' : null
}
/** Whether a page loads fields that the login page has too. */
const hasFields = (page: Part, parts: readonly Part[]) => {
  const reachedBy = (wanted: string) => parts.find(({ module }) => module === wanted)?.reached
  return [...page.reached].some(
    (chunk) => reachedBy(login)?.has(chunk) && !reachedBy('')?.has(chunk) && !reachedBy(frame)?.has(chunk),
  )
}
const isOfKit = ({ moduleIds }: Rolldown.OutputChunk) =>
  moduleIds.every((id) => /node_modules|console.src.kit|contract.src.kernel/.test(id))

/** Not a part of the kit or of the contract that is loaded when it is needed. */
const isOfConsole = (module: string) =>
  module.startsWith('apps/console/src/') && !module.startsWith('apps/console/src/kit/')

/** One group for each set of parts that need the same. */
function groupsOf(chunks: Chunks, parts: readonly Part[]): Group[] {
  const groups = new Map<string, Group>()
  const groupOf = new Map<Rolldown.OutputChunk, Group>()
  const all = [...chunks.values()]
  const single = parts.filter(({ isWhole }) => !isWhole)
  for (const chunk of all) {
    const needing = parts.filter(({ reached, before }) => reached.has(chunk) && !before.has(chunk))
    const name =
      groupForAll(chunk, single) ??
      `part ${needing.flatMap(({ module, isWhole }) => (isWhole ? [] : module)).join(' ')}`
    const group = groups.get(name) ?? {
      name,
      chunks: [],
      size: 0,
      parts: new Set<Part>(),
      imports: new Set<Group>(),
    }
    groups.set(name, group)
    groupOf.set(chunk, group)
    group.chunks.push(chunk)
    group.size += chunk.code.length
    for (const part of needing) group.parts.add(part)
  }
  for (const chunk of all)
    for (const imported of named(chunk.imports, chunks)) {
      const [group, other] = [groupOf.get(chunk), groupOf.get(imported)]
      if (group && other && group !== other && !imported.moduleIds.includes(runtime)) group.imports.add(other)
    }
  for (const group of groups.values())
    for (const imported of group.imports) for (const next of imported.imports) group.imports.add(next)
  return [...groups.values()]
}

/** Each further file costs more than the one before. */
const costOf = ({ size, files }: Load) => size + request * files ** 2
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
const union = <T>(one: Iterable<T>, other: Iterable<T>) => new Set([...one, ...other])

/** Whether it has only what is in the file of a part anyway. */
const isOwn = ({ chunks: [chunk, more] }: Group) => !!chunk?.isDynamicEntry && !more

/**
 * Whether a part is loaded by its own name and uses nothing of the start. Named, it would keep the bundler's runtime out of the file of
 * the start, and each page would request that by itself.
 */
const isApart = ({ name, chunks, imports }: Group, byName: ReadonlySet<string | null>) =>
  name !== 'start' &&
  chunks.some(({ moduleIds }) => moduleIds.some((id) => byName.has(id))) &&
  ![...imports].some((group) => group.name === 'start')

const shared = ['start', 'fields', 'around', 'users', 'inputs', 'forms']
/** Whether every page of the frame has loaded it. */
const isForAll = ({ name }: Group) => name === 'start' || name === 'around'

/**
 * Joins two groups as long as that saves more, by fewer requests, than it costs by code that a part does not need. What all pages
 * load is joined with nothing.
 */
function joined(groups: Group[], parts: readonly Part[]): Group[] {
  const left = new Set(groups)
  const loadOf = (part: Part): Load => {
    const its = [...left].filter((group) => group.parts.has(part) && !isForAll(group))
    return { size: sum(its.map(({ size }) => size)), files: its.length }
  }
  const loads = new Map(parts.map((part) => [part, loadOf(part)]))
  const saved = (together: readonly Group[]) => {
    const whole = wholeOf(together)
    let all = 0
    for (const part of whole.parts) {
      const now = loads.get(part) as Load
      const had = together.filter((group) => group.parts.has(part))
      const then = {
        size: now.size + whole.size - sum(had.map(({ size }) => size)),
        files: now.files + 1 - had.length,
      }
      if (had.length < together.length)
        for (const group of whole.imports)
          if (!group.parts.has(part) && !part.before.has(group.chunks[0] as Rolldown.OutputChunk)) {
            then.size += group.size
            then.files += 1
          }
      // The list that most people see first loads nothing for the sake of others.
      if (part.isPage && then.size > Math.max(now.size, part.module === userList ? 0 : most)) return 0
      all += (costOf(now) - costOf(then)) * part.weight
    }
    return all
  }
  for (;;) {
    const free = [...left].filter((group) => !shared.includes(group.name) && group.parts.size > 0)
    let best: Group[] = []
    let gain = 0
    for (const [at, one] of free.entries())
      for (const other of free.slice(at + 1)) {
        if (![...one.parts].some((part) => other.parts.has(part))) continue
        // Files must not import each other in a circle.
        const between = [...union(one.imports, other.imports)].filter(
          ({ imports }) => imports.has(one) || imports.has(other),
        )
        if (!between.every((group) => free.includes(group))) continue
        const together = [...union([one, other], between)]
        const saving = saved(together)
        if (saving > gain) [best, gain] = [together, saving]
      }
    if (best.length === 0) return [...left]
    const whole = wholeOf(best)
    for (const group of best) left.delete(group)
    for (const group of left)
      if (best.some((each) => group.imports.has(each))) {
        group.imports = union(group.imports, whole.imports).add(whole)
        for (const each of best) group.imports.delete(each)
      }
    left.add(whole)
    for (const group of whole.imports) group.parts = union(group.parts, whole.parts)
    for (const part of whole.parts) loads.set(part, loadOf(part))
  }
}

function wholeOf(groups: readonly Group[]): Group {
  const imports = new Set(groups.flatMap((group) => [...group.imports]))
  for (const group of groups) imports.delete(group)
  return {
    name: groups.map(({ name }) => name).join(),
    chunks: groups.flatMap(({ chunks }) => chunks),
    size: sum(groups.map(({ size }) => size)),
    parts: new Set(groups.flatMap(({ parts }) => [...parts])),
    imports,
  }
}
