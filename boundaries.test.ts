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

const rules: Rule[] = [
  {
    why: 'areas share only the contract, the database and the app, so that one can be deleted without the others',
    from: /^(apps\/\w+\/src\/areas)\/([\w-]+)\//,
    not: /^$1\/(?!$2\/)/,
    broken: { file: 'apps/console/src/areas/user/page.tsx', imports: '../blacklist/page.tsx' },
  },
  {
    why: 'the kit is for all areas and depends on none',
    from: /^apps\/console\/src\/kit\//,
    not: /^apps\/console\/src\/(areas|app)\//,
    broken: { file: 'apps/console/src/kit/index.ts', imports: '../areas/user/page.tsx' },
  },
  {
    why: 'the frame imports the areas, so no area imports the frame',
    from: /^apps\/console\/src\/areas\//,
    not: /^apps\/console\/src\/app\//,
    broken: { file: 'apps/console/src/areas/user/page.tsx', imports: '../../app/router.tsx' },
  },
  {
    why: 'common code depends on no area; only area-list.ts names the areas',
    from: /^apps\/server\/src\/(?!areas\/|area-list\.ts$)/,
    not: /^apps\/server\/src\/areas\//,
    broken: { file: 'apps/server/src/http/serve.ts', imports: '#src/areas/user/queries' },
  },
  {
    why: 'the server imports only the index.ts of an area, so that its folder and one line are the whole area',
    from: /^apps\/server\/src\/area-list\.ts$/,
    not: /^apps\/server\/src\/areas\/(?![\w-]+\/index\.ts$)/,
    broken: { file: 'apps/server/src/area-list.ts', imports: './areas/user/routes.ts' },
  },
  {
    why: 'the common code for requests, queries, changes, settings, jobs, exports, imports, batches and templates does not depend on the list of areas',
    from: /^apps\/server\/src\/(access|areas|http|db|settings|jobs|exports|imports|batches|choices|crud|machines|review|outgoing|sheet|storage|risk|templates)\/(?!.*\.test\.ts$)/,
    not: /^apps\/server\/src\/(areas|(area|job|export|import|batch)-list|file-rules|gather)\.ts$/,
    broken: { file: 'apps/server/src/exports/request.ts', imports: '../export-list.ts' },
  },
  {
    why: 'an act that spans areas belongs to an area; the common code for queries depends on none',
    from: /^apps\/server\/src\/(access|http|db|settings|jobs|exports|imports|batches|choices|crud|machines|review|outgoing|audit|templates)\/(?!.*\.test\.ts$)/,
    not: /^apps\/server\/src\/acts\//,
    broken: { file: 'apps/server/src/db/page.ts', imports: '../acts/new-feedback.ts' },
  },
  {
    why: 'the app is assembled in one place; other code gets its dependencies from services.ts or as arguments',
    from: /^apps\/server\/src\/(?!main\.ts$)(?!.*\.test\.ts$)/,
    not: /^apps\/server\/src\/(app|main)\.ts$/,
    broken: { file: 'apps/server/src/exports/request.ts', imports: '../app.ts' },
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
    broken: { file: 'packages/contract/src/user.ts', imports: 'node:crypto' },
  },
  {
    why: 'only the kit uses the component library, so that it can be replaced there',
    from: /^(?!apps\/console\/src\/kit\/)/,
    not: /^(@mantine\/|@tabler\/|@tiptap\/|@dnd-kit\/|react-easy-crop(\/|$)|@tanstack\/react-(table|virtual)(\/|$))/,
    broken: { file: 'apps/console/src/areas/user/page.tsx', imports: '@mantine/core' },
  },
  {
    why: 'only the server uses the web framework and the database',
    from: /^(?!apps\/server\/)/,
    not: /^(@?fastify|pg|pg-[\w-]+|kysely)(\/|$)/,
    broken: { file: 'packages/postgres/src/index.ts', imports: 'pg' },
  },
  {
    why: 'only the guarded HTTP client requests an address that a person typed',
    from: /^(?!apps\/server\/src\/outgoing\/)/,
    not: /^undici(\/|$)/,
    broken: { file: 'apps/server/src/areas/push/deliver.ts', imports: 'undici' },
  },
  {
    why: 'only one file loads the tracing library, so that nothing is loaded while traces are off',
    from: /^(?!apps\/server\/src\/tracing\/(open-telemetry|bounded)(\.test)?\.ts$)/,
    not: /^@opentelemetry\//,
    broken: { file: 'apps/server/src/http/traces.ts', imports: '@opentelemetry/api' },
  },
  {
    why: 'the signature is computed from its arguments alone, so that it can be tested against other implementations',
    from: /^apps\/server\/src\/signature\/(?!.*\.test\.ts$)/,
    not: /^(?!apps\/server\/src\/signature\/|packages\/contract\/|node:crypto$)/,
    broken: { file: 'apps/server/src/signature/verify.ts', imports: '#db/client' },
  },
  {
    why: 'a booking is part of a transaction that sends no message, adds no job and writes no audit line',
    from: /^apps\/server\/src\/ledger\/(book|bookings|holds)\.ts$/,
    not: /^apps\/server\/src\/(db\/(messages|changes)|jobs|audit|http|access)\b/,
    broken: { file: 'apps/server/src/ledger/holds.ts', imports: '#db/messages' },
  },
  {
    why: 'only the connection templates use the template language, the paths into replies and the SM algorithms',
    from: /^(?!apps\/server\/src\/templates\/)/,
    not: /^(liquidjs|json-p3|sm-crypto-v2)(\/|$)/,
    broken: { file: 'apps/server/src/areas/push/deliver.ts', imports: 'liquidjs' },
  },
  {
    why: 'a transaction of the pipeline sends no message or notification, adds no job and writes no audit line',
    from: /^apps\/server\/src\/engine\/(?!care-job\.ts$|.*\.test\.ts$)/,
    not: /^apps\/server\/src\/(db\/messages|jobs\/|audit\/|access\/throttle)/,
    broken: { file: 'apps/server/src/engine/settle.ts', imports: '#db/messages' },
  },
  {
    why: 'only one folder uses the queue library, so that it can be replaced there',
    from: /^(?!apps\/server\/src\/jobs\/)/,
    not: /^pg-boss(\/|$)/,
    broken: { file: 'apps/server/src/areas/job/queries.ts', imports: 'pg-boss' },
  },
  {
    why: 'queries do not depend on the web framework',
    from: /^apps\/server\/src\/(areas\/[\w-]+\/queries\.ts$|db\/)/,
    not: /^(@?fastify(\/|$)|apps\/server\/src\/http\/serve\.ts$)/,
    broken: { file: 'apps/server/src/areas/user/queries.ts', imports: 'fastify' },
  },
  {
    why: 'a browser test sees only what a user sees',
    from: /^e2e\//,
    not: /^(apps|packages)\//,
    broken: { file: 'e2e/sign-in.test.ts', imports: '../apps/console/src/app/main.tsx' },
  },
]

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

const product = files.filter((file) => /^apps\/server\/src\/(?!.*(\.test\.ts$|\/test\/)).*\.ts$/.test(file))

const writesAudit = /insert\s+into\s+audit_log\b|insertInto\('auditLog'\)/i

test('only one place writes the audit log', () => {
  const writers = product.filter((file) => writesAudit.test(read(file)))
  expect(writers).toEqual(['apps/server/src/audit/write.ts'])
})

test('one file names the tables of the queue; rights, queues, backups and the sizes of tables take the name from it', () => {
  expect(product.filter((file) => /\bpgboss\b(?!-tables)/.test(read(file)))).toEqual([
    'apps/server/src/jobs/pgboss-tables.ts',
  ])
  expect(product.filter((file) => /\bbossSchema\b/.test(read(file)))).toEqual([
    'apps/server/src/areas/operation/read/database.ts',
    'apps/server/src/backup/read.ts',
    'apps/server/src/backup/tables.ts',
    'apps/server/src/db/rights.ts',
    'apps/server/src/jobs/boss.ts',
    'apps/server/src/jobs/pgboss-tables.ts',
  ])
})

describe('the rules detect violations', () => {
  test.each(rules)('the rule refuses what breaks it: $why', (rule) => {
    expect(breaking(rule, [rule.broken])).toEqual([`${rule.broken.file} imports ${rule.broken.imports}`])
  })

  test.each(rules)('the rule watches imports that are really there: $why', (rule) => {
    expect(imports.filter(({ file }) => rule.from.test(file)).length).toBeGreaterThan(0)
  })

  const scopes = ['packages/contract', 'packages/region', 'packages/postgres', 'apps/server/src/areas']
  test.each([...scopes, 'apps/console/src/areas', 'apps/console/src/kit', 'e2e'])('%s is read', (scope) => {
    expect(files.filter((file) => file.startsWith(`${scope}/`)).length).toBeGreaterThan(0)
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

function breaking(rule: Rule, candidates: { file: string; imports: string }[]): string[] {
  return candidates
    .filter(({ file, imports }) => {
      const match = rule.from.exec(file)
      return match && new RegExp(filled(rule.not.source, match)).test(target(file, imports))
    })
    .map(({ file, imports }) => `${file} imports ${imports}`)
}

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
