import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { at, root } from './paths.mjs'

/*
 * The scripts of package.json install the packages, so none of them, and no file that they load at once, may need a package. Files that
 * are loaded by `import()` come later.
 */
const scripts = readdirSync(at('scripts')).filter((name) => name.endsWith('.mjs'))

test('the scripts are found', () =>
  expect(scripts).toEqual(expect.arrayContaining(['start.mjs', 'test.mjs'])))

test.each(scripts)('%s runs on a machine without packages', (name) => {
  const packages = [...loaded(at('scripts', name))].flatMap(([file, imports]) =>
    imports.filter((each) => !isOwn(each)).map((each) => `${relative(root, file)}: ${each}`),
  )
  expect(packages).toEqual([])
})

test('a package that a file needs at once is found', () => {
  expect(importsOf("import { x } from 'yaml/util'\nexport * from './a.mjs'")).toEqual([
    'yaml/util',
    './a.mjs',
  ])
  expect(importsOf("const { x } = await import('yaml/util')\nexport const y = 'z'")).toEqual([])
})

/** Every file that a script loads at once, with what it imports. */
function loaded(file, found = new Map()) {
  if (found.has(file)) return found
  const imports = importsOf(readFileSync(file, 'utf8'))
  found.set(file, imports)
  for (const each of imports) if (each.startsWith('.')) loaded(join(dirname(file), each), found)
  return found
}

/** What a module imports before it runs: `import x, { … } from 'x'`, `import 'x'`, `export … from 'x'`. */
function importsOf(text) {
  const statement =
    /^(?:import|export)\s+(?:(?:\w+|\*(?: as \w+)?)?,?\s*(?:\{[^}]*\})?\s*from\s+)?'([^']+)'/gm
  return [...text.matchAll(statement)].map(([, name]) => name)
}

const isOwn = (name) => name.startsWith('.') || name.startsWith('node:')
