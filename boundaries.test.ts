import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * The import rules. `from` and `not` are matched against paths in the repository, and against the names of
 * packages; `$1` in `not` is the first group matched by `from`. `broken` is an example that the rule must refuse.
 */
interface Rule {
  why: string
  from: RegExp
  not: RegExp
  broken: { file: string; imports: string }
}

/** The modules, lowest first: a module imports only those before it. The three sides have the same ones, each those that it needs. */
const modules = [
  ...['kernel', 'kit', 'platform'],
  ...['access', 'users', 'partners', 'ledger', 'supply', 'crm', 'engine', 'payment'],
  ...['statistics', 'reconcile', 'intake', 'reach', 'operations'],
  ...['demo', 'boot', 'cli', 'app'],
]

const sides = ['packages/contract/src', 'apps/server/src', 'apps/console/src']

/** The rooms of the ground floor, lowest first. What lies beside them puts them together. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  'apps/server/src/platform': [
    ...[
      'base',
      'storage',
      'tracing',
      'db',
      'metrics',
      'keys',
      'settings',
      'audit',
      'callers',
      'errors',
      'choices',
    ],
    ...[
      'jobs',
      'partitions',
      'files',
      'archive',
      'http',
      'config',
      'instances',
      'faults',
      'outgoing',
      'rich-text',
      'sheet',
    ],
    ...['uploads', 'deliveries', 'batches', 'crud', 'machines', 'exports', 'imports', 'rotation', 'backup'],
  ],
  'apps/console/src/kit': [
    ...[
      'words',
      'theme',
      'skeleton',
      'session',
      'chart',
      'controls',
      'icon',
      'message',
      'call',
      'file',
      'choice',
    ],
    ...[
      'form',
      'tree',
      'picture',
      'batch',
      'page',
      'city',
      'rich-text',
      'week',
      'order',
      'list',
      'detail',
      'columns',
    ],
    ...['saved-view', 'export', 'import', 'crud', 'board', 'machine', 'entry'],
  ],
}

const rules: Rule[] = [
  {
    why: 'areas share only what lies in their module and below, so that one can be deleted without the others',
    from: /^(apps\/\w+\/src\/\w+\/areas)\/([\w-]+)\//,
    not: /^$1\/(?!$2\/)/,
    broken: { file: 'apps/server/src/users/areas/user/routes.ts', imports: '../blacklist/queries.ts' },
  },
  {
    why: 'what an area has is its own; only the list of the areas of its module names it',
    from: /^apps\/server\/src\/(?!\w+\/areas\/[\w-]+\/)/,
    not: /^apps\/server\/src\/\w+\/areas\/[\w-]+\/(?!index\.ts$)/,
    broken: { file: 'apps/server/src/users/risk/provider.ts', imports: '#users/areas/user/queries' },
  },
  {
    why: 'only the list of the areas of a module names their index.ts, so that a folder and one line are the whole area',
    from: /^apps\/server\/src\/(?!\w+\/areas\/index\.ts$)/,
    not: /^apps\/server\/src\/\w+\/areas\/[\w-]+\/index\.ts$/,
    broken: { file: 'apps/server/src/users/module.ts', imports: './areas/user/index.ts' },
  },
  {
    why: 'only the registry names the modules, so that it alone says what belongs to the service',
    from: /^apps\/server\/src\/(?!boot\/registry\.ts$)/,
    not: /^apps\/server\/src\/\w+\/(own-)?module\.ts$(?<!platform\/module\.ts)/,
    broken: { file: 'apps/server/src/boot/app.ts', imports: '#users/module' },
  },
  {
    why: 'the app is assembled in one place; other code gets its dependencies from services.ts or as arguments',
    from: /^apps\/server\/src\/(?!boot\/main\.ts$)(?!.*\.test\.ts$)/,
    not: /^apps\/server\/src\/boot\/(app|main)\.ts$/,
    broken: { file: 'apps/server/src/boot/prepare.ts', imports: './app.ts' },
  },
  {
    why: 'the apps share only the contract',
    from: /^apps\/(\w+)\//,
    not: /^apps\/(?!$1\/)/,
    broken: { file: 'apps/console/src/kit/call/send.ts', imports: '../../../../server/src/app.ts' },
  },
  {
    why: 'the console and the server share only the contract and the regions',
    from: /^apps\/console\//,
    not: /^packages\/(?!(contract|region)\/)/,
    broken: { file: 'apps/console/src/app/main.tsx', imports: '@kabao/postgres' },
  },
  {
    why: 'a package is for the apps and depends on none',
    from: /^packages\/([\w-]+)\//,
    not: /^(apps\/|packages\/(?!$1\/))/,
    broken: { file: 'packages/region/src/index.ts', imports: '@kabao/contract/user' },
  },
  {
    why: 'the contract is plain data that both apps can use',
    from: /^packages\/contract\/(?!.*\.test\.ts$)/,
    not: /^(?!packages\/contract\/|zod(\/|$))/,
    broken: { file: 'packages/contract/src/users/user.ts', imports: 'node:crypto' },
  },
  {
    why: 'only the kit uses the component library, so that it can be replaced there',
    from: /^(?!apps\/console\/src\/kit\/)/,
    not: /^(@mantine\/|@tabler\/|@tiptap\/|@dnd-kit\/|react-easy-crop(\/|$)|@tanstack\/react-(table|virtual)(\/|$))/,
    broken: { file: 'apps/console/src/users/areas/user/page.tsx', imports: '@mantine/core' },
  },
  {
    why: 'only the server uses the web framework and the database',
    from: /^(?!apps\/server\/)/,
    not: /^(@?fastify|pg|pg-[\w-]+|kysely)(\/|$)/,
    broken: { file: 'packages/postgres/src/index.ts', imports: 'pg' },
  },
  {
    why: 'only the guarded HTTP client requests an address that a person typed',
    from: /^(?!apps\/server\/src\/platform\/outgoing\/)/,
    not: /^undici(\/|$)/,
    broken: { file: 'apps/server/src/engine/areas/push/deliver.ts', imports: 'undici' },
  },
  {
    why: 'only one file loads the tracing library, so that nothing is loaded while traces are off',
    from: /^(?!apps\/server\/src\/platform\/tracing\/(open-telemetry|bounded)(\.test)?\.ts$)/,
    not: /^@opentelemetry\//,
    broken: { file: 'apps/server/src/platform/http/traces.ts', imports: '@opentelemetry/api' },
  },
  {
    why: 'the signature is computed from its arguments alone, so that it can be tested against other implementations',
    from: /^apps\/server\/src\/partners\/signature\/(?!.*\.test\.ts$)/,
    not: /^(?!apps\/server\/src\/partners\/signature\/|packages\/contract\/|node:crypto$)/,
    broken: { file: 'apps/server/src/partners/signature/verify.ts', imports: '#platform/db/client' },
  },
  {
    why: 'a booking is part of a transaction that sends no message, adds no job and writes no audit line',
    from: /^apps\/server\/src\/ledger\/(book|bookings|holds)\.ts$/,
    not: /^apps\/server\/src\/(platform\/(db\/(messages|changes)|jobs|audit|http|callers)|access)\b/,
    broken: { file: 'apps/server/src/ledger/holds.ts', imports: '#platform/db/messages' },
  },
  {
    why: 'only the connection templates use the template language, the paths into replies and the SM algorithms',
    from: /^(?!apps\/server\/src\/partners\/templates\/)/,
    not: /^(liquidjs|json-p3|sm-crypto-v2)(\/|$)/,
    broken: { file: 'apps/server/src/engine/areas/push/deliver.ts', imports: 'liquidjs' },
  },
  {
    why: 'a transaction of the pipeline sends no message or notification, adds no job and writes no audit line',
    from: /^apps\/server\/src\/engine\/(?!areas\/|[\w-]+-job\.ts$|.*\.test\.ts$)/,
    not: /^apps\/server\/src\/platform\/(db\/messages|jobs\/|audit\/|callers\/throttle)/,
    broken: { file: 'apps/server/src/engine/settle.ts', imports: '#platform/db/messages' },
  },
  {
    why: 'only one folder uses the queue library, so that it can be replaced there',
    from: /^(?!apps\/server\/src\/platform\/jobs\/)/,
    not: /^pg-boss(\/|$)/,
    broken: { file: 'apps/server/src/operations/areas/job/queries.ts', imports: 'pg-boss' },
  },
  {
    why: 'queries do not depend on the web framework',
    from: /^apps\/server\/src\/(\w+\/areas\/[\w-]+\/queries\.ts$|platform\/db\/)/,
    not: /^(@?fastify(\/|$)|apps\/server\/src\/platform\/http\/serve\.ts$)/,
    broken: { file: 'apps/server/src/users/areas/user/queries.ts', imports: 'fastify' },
  },
  {
    why: 'a browser test sees only what a user sees',
    from: /^e2e\//,
    not: /^(apps|packages)\//,
    broken: { file: 'e2e/sign-in.test.ts', imports: '../apps/console/src/app/main.tsx' },
  },
]

const isTest = (file: string): boolean => /\.test\.tsx?$|\/test\//.test(file)

const root = import.meta.dirname
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const files = ['packages', 'apps', 'e2e'].flatMap(filesUnder)

const imports = files
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) => importsOf(read(file)).map((name) => ({ file, imports: name })))

const manifests = files
  .filter((file) => /^(packages|apps)\/[\w-]+\/package\.json$/.test(file))
  .map((file) => ({ folder: posix.dirname(file), ...(JSON.parse(read(file)) as Manifest) }))

test.each(rules)('$why', (rule) => {
  expect(breaking(rule, imports)).toEqual([])
})

describe.each(sides)('the modules of %s', (side) => {
  test('are those of the list', () => {
    const folders = readdirSync(join(root, side), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    )
    expect(folders.filter(({ name }) => !modules.includes(name)).map(({ name }) => name)).toEqual([])
    expect(readdirSync(join(root, side)).length).toBeLessThanOrEqual(18)
  })

  test('import only those before them', () => {
    expect(backRuns(side, modules, imports)).toEqual([])
  })
})

test('a module is entered by its index.ts, apart from what is loaded later', () => {
  const named = files
    .filter((file) => /^apps\/(server|console)\/src\/.*\.tsx?$/.test(file) && !isTest(file))
    .flatMap((file) => importsOf(withoutLater(read(file))).map((name) => ({ file, imports: name })))
  expect(named.length).toBeGreaterThan(5_000)
  expect(deep(named)).toEqual([])
})

test('an index.ts offers nothing that no other module takes', () => {
  const faces = files.filter(
    (file) => /^apps\/(server|console)\/src\/\w+\/index\.ts$/.test(file) && !file.includes('/kit/'),
  )
  expect(faces.length).toBeGreaterThan(10)
  const offered = faces.flatMap((face) => {
    const [, app, module] = /^(apps\/\w+)\/src\/(\w+)\//.exec(face) ?? []
    const takers = files.filter((file) => file.startsWith(`${app}/`) && /\.tsx?$/.test(file) && file !== face)
    const taken = new Set(takers.flatMap((file) => namesFrom(`#${module}`, read(file))))
    return namesIn(read(face))
      .filter((name) => !taken.has(name))
      .map((name) => `${face} offers ${name}`)
  })
  expect(offered).toEqual([])
})

test.each(Object.entries(rooms))(
  'the rooms of %s import only values of those before them',
  (floor, order) => {
    const folders = readdirSync(join(root, floor), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    )
    expect(folders.map(({ name }) => name).filter((name) => !order.includes(name))).toEqual([])
    expect(backRuns(floor, order, values(imports, withoutLater))).toEqual([])
  },
)

test('no files import each other in a circle, unless it is types only', () => {
  const loaded = values(imports)
  expect(loaded.length).toBeGreaterThan(5_000)
  expect(circles(loaded)).toEqual([])
})

const product = files.filter((file) => /^apps\/server\/src\/(?!.*(\.test\.ts$|\/test\/)).*\.ts$/.test(file))

test('no object literal is spread, because its properties can stand in its place', () => {
  const spreading = files.filter((file) => /\.tsx?$/.test(file) && /\.\.\.\{/.test(read(file)))
  expect(spreading).toEqual([])
})

const writesAudit = /insert\s+into\s+audit_log\b|insertInto\('auditLog'\)/i

test('only one place writes the audit log', () => {
  const writers = product.filter((file) => writesAudit.test(read(file)))
  expect(writers).toEqual(['apps/server/src/platform/audit/write.ts'])
})

const source = files.filter((file) => /\/src\/(?!.*(\.test\.|\/test\/)).*\.tsx?$/.test(file))

test('no text becomes code', () => {
  const runsText =
    /\beval\(|\bnew Function\(|node:vm\b|dangerouslySetInnerHTML|\.innerHTML\s*=|insertAdjacentHTML/
  expect(source.filter((file) => runsText.test(read(file)))).toEqual([])
})

test('chance that can be foreseen decides about pauses only', () => {
  const service = product.filter((file) => !/\/demo\//.test(file))
  expect(service.filter((file) => read(file).includes('Math.random'))).toEqual([
    'apps/server/src/engine/match.ts',
    'apps/server/src/engine/submit.ts',
    'apps/server/src/engine/wait.ts',
    'apps/server/src/platform/base/overload.ts',
    'apps/server/src/platform/outgoing/pause.ts',
  ])
})

test('one file names the tables of the queue; rights, queues, backups and the sizes of tables take the name from it', () => {
  expect(product.filter((file) => /\bpgboss\b(?!-tables)/.test(read(file)))).toEqual([
    'apps/server/src/platform/db/boss-schema.ts',
  ])
  expect(product.filter((file) => /\bbossSchema\b/.test(read(file)))).toEqual([
    'apps/server/src/operations/areas/operation/read/database.ts',
    'apps/server/src/platform/backup/read.ts',
    'apps/server/src/platform/backup/tables.ts',
    'apps/server/src/platform/backup/unfinished.ts',
    'apps/server/src/platform/db/boss-schema.ts',
    'apps/server/src/platform/db/rights.ts',
    'apps/server/src/platform/jobs/boss.ts',
    'apps/server/src/platform/jobs/pgboss-tables.ts',
  ])
})

describe('the rules detect violations', () => {
  test('an import of a later module is found', () => {
    const [side = ''] = sides
    const broken = { file: `${side}/ledger/book.ts`, imports: '../engine/steps.ts' }
    const right = { file: `${side}/engine/steps.ts`, imports: '../ledger/book.ts' }
    expect(backRuns(side, modules, [broken, right])).toEqual([`${broken.file} imports ${broken.imports}`])
  })

  test.each(rules)('the rule refuses what breaks it: $why', (rule) => {
    expect(breaking(rule, [rule.broken])).toEqual([`${rule.broken.file} imports ${rule.broken.imports}`])
  })

  test.each(rules)('the rule watches imports that are really there: $why', (rule) => {
    expect(imports.filter(({ file }) => rule.from.test(file)).length).toBeGreaterThan(0)
  })

  const scopes = ['packages/contract', 'packages/region', 'packages/postgres', 'apps/server/src']
  test.each([...scopes, 'apps/console/src', 'apps/console/src/kit', 'e2e'])('%s is read', (scope) => {
    expect(files.filter((file) => file.startsWith(`${scope}/`)).length).toBeGreaterThan(0)
  })

  test('an import from inside another module is found', () => {
    const file = 'apps/server/src/engine/settle.ts'
    const from = (...names: string[]) => names.map((name) => ({ file, imports: name }))
    expect(deep(from('#ledger/holds', '#ledger', '#platform/db/client', './steps.ts'))).toEqual([
      `${file} imports #ledger/holds`,
    ])
  })

  test('a circle is found, and one of types is none', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => `apps/server/src/crm/${name}.ts`) as [
      string,
      string,
      string,
    ]
    const ways = [
      { file: a, imports: './b.ts' },
      { file: b, imports: './c.ts' },
      { file: c, imports: './a.ts' },
    ]
    expect(circles(ways)).toEqual([[a, b, c]])
    expect(circles(ways.slice(1))).toEqual([])
    const source =
      "import type { A } from 'one'\nimport { type B, type C } from 'two'\nimport { type D, e } from 'three'"
    expect(importsOf(valuesIn(source))).toEqual(['three'])
  })

  test('every form of import is found', () => {
    const source = `
      import a, { b } from 'one'
      import type { C } from "two"
      import 'three.css'
      export * from 'four'
      export type {
        D,
      } from 'five'
      const e = await import('six')
      const f = lazy(() => import(
        /* a comment */ 'seven'
      ))
      vi.mock('eight')
      type G = import('nine').G
      const words = ['from', 'to', 'import']
    `
    const names = ['one', 'two', 'three.css', 'four', 'five', 'six', 'seven', 'eight', 'nine']
    expect(importsOf(source).sort()).toEqual(names.sort())
  })
})

interface Manifest {
  name: string
  imports?: Record<string, string>
}

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !['node_modules', 'dist', 'test-results'].includes(name))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name)
      return entry.isDirectory() ? filesUnder(path) : [path]
    })
}

function importsOf(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '')
  const found = code.matchAll(
    /(?:\bfrom|\bimport|\b(?:import|require|vi\.(?:do)?[mM]ock|import\.meta\.resolve)\s*\()\s*(['"])([^'"\s,]+)\1/g,
  )
  return [...found].map(([, , name]) => name ?? '')
}

/** A source without its imports of types. */
const valuesIn = (source: string): string =>
  source.replace(
    /\b(import|export)\s+(type\b[^'"]*?|\{(?:\s*type\s+[^,}]+,?)+\s*\})\s*from\s*['"][^'"]*['"]/g,
    '',
  )

const withoutLater = (source: string): string => source.replace(/\bimport\s*\(/g, '(')

/** The imports of the product's files that load another one, now or later. */
const values = (
  candidates: { file: string; imports: string }[],
  part: (source: string) => string = (source) => source,
) => {
  const loading = new Map<string, Set<string>>()
  const isLoaded = ({ file, imports }: { file: string; imports: string }) => {
    const names = loading.get(file) ?? new Set(importsOf(part(valuesIn(read(file)))))
    loading.set(file, names)
    return names.has(imports)
  }
  return candidates.filter((each) => !isTest(each.file) && isLoaded(each))
}

/** The circles among files, each once, from its first file on. */
function circles(candidates: { file: string; imports: string }[]): string[][] {
  const next = new Map<string, string[]>()
  for (const { file, imports } of candidates)
    next.set(file, [...(next.get(file) ?? []), target(file, imports).replace(/(?<!\.\w+)$/, '.ts')])
  const found = new Map<string, string[]>()
  const done = new Set<string>()
  const walk = (file: string, way: readonly string[]) => {
    const from = way.indexOf(file)
    if (from >= 0) {
      const circle = way.slice(from)
      found.set(circle.toSorted().join(), circle)
      return
    }
    if (done.has(file)) return
    for (const to of next.get(file) ?? []) walk(to, [...way, file])
    done.add(file)
  }
  for (const file of [...next.keys()].toSorted()) walk(file, [])
  return [...found.values()]
}

function breaking(rule: Rule, candidates: { file: string; imports: string }[]): string[] {
  return candidates
    .filter(({ file, imports }) => {
      const match = rule.from.exec(file)
      return match && new RegExp(filled(rule.not.source, match)).test(target(file, imports))
    })
    .map(({ file, imports }) => `${file} imports ${imports}`)
}

/** The imports within a folder whose target is in a later part of it. Tests may look at all. */
function backRuns(
  folder: string,
  order: readonly string[],
  candidates: { file: string; imports: string }[],
): string[] {
  const partOf = (path: string) =>
    path.startsWith(`${folder}/`) ? order.indexOf(path.slice(folder.length + 1).split('/')[0] ?? '') : -1
  return candidates
    .filter(({ file }) => !isTest(file))
    .filter(({ file, imports }) => partOf(file) >= 0 && partOf(file) < partOf(target(file, imports)))
    .map(({ file, imports }) => `${file} imports ${imports}`)
}

/**
 * The imports of a file inside another module. The contract and the ground floor are tools, of which each is taken by itself, and the
 * registries take what a module declares for them.
 */
const deep = (candidates: { file: string; imports: string }[]): string[] =>
  candidates
    .filter(({ file }) => !/\/src\/(boot\/registry|app\/(areas|pages\/registry))\.ts$/.test(file))
    .filter(({ file, imports }) => {
      const [, own] = /^apps\/\w+\/src\/(\w+)\//.exec(file) ?? []
      const [, other = '', path = ''] = /^apps\/\w+\/src\/(\w+)\/(.+)$/.exec(target(file, imports)) ?? []
      const isTool = ['platform', 'kit', 'demo', 'boot', 'cli', 'app'].includes(other)
      return own !== other && other !== '' && !isTool && !/^index\.ts$|\.css$/.test(path)
    })
    .map(({ file, imports }) => `${file} imports ${imports}`)

/** The names in the braces of an import or export, without `type`; of a renamed one, the name outside. */
const inBraces = (list: string, side: 0 | 1): string[] =>
  list
    .split(',')
    .map((each) => each.trim().replace(/^type /, ''))
    .filter((each) => each !== '')
    .map((each) => each.split(/\s+as\s+/).at(side === 0 ? 0 : -1) as string)

/** The names that a face exports. */
const namesIn = (source: string): string[] =>
  [...source.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list = '']) => inBraces(list, 1))

/** The names that a source imports from a module. */
const namesFrom = (module: string, source: string): string[] =>
  [...source.matchAll(/import (?:type )?\{([^}]*)\} from '([^']+)'/g)].flatMap(([, list = '', from]) =>
    from === module ? inBraces(list, 0) : [],
  )

const filled = (pattern: string, match: RegExpExecArray) =>
  pattern.replace(/\$(\d)/g, (_, group) => match[Number(group)] ?? '')

/** The target of an import: a path in the repository, or the name of a package as written. */
function target(file: string, name: string): string {
  if (name.startsWith('.')) return posix.join(posix.dirname(file), name)
  if (name.startsWith('#')) {
    const home = manifests.find(({ folder }) => file.startsWith(`${folder}/`))
    return posix.join(home?.folder ?? '', alias(name, home?.imports ?? {}))
  }
  const ours = manifests.find((manifest) => name === manifest.name || name.startsWith(`${manifest.name}/`))
  return ours ? posix.join(ours.folder, name.slice(ours.name.length), '/') : name
}

/** Resolves a name such as `#kit/list` with the `imports` of a package.json. */
function alias(name: string, known: Record<string, string>): string {
  for (const [pattern, path] of Object.entries(known)) {
    if (pattern === name) return path
    const [start = '', end] = pattern.split('*')
    if (end !== undefined && name.startsWith(start)) return path.replace('*', name.slice(start.length))
  }
  throw new Error(`No package.json knows ${name}`)
}
