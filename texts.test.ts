import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import {
  type Expression,
  isArrayLiteralExpression,
  isElementAccessExpression,
  isJsxAttribute,
  isJsxExpression,
  isJsxText,
  isNoSubstitutionTemplateLiteral,
  isStringLiteral,
  isTemplateExpression,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast'
import { API, type Type } from 'typescript/unstable/sync'
import { describe, expect, test } from 'vitest'
import { isWords, type WordList, type WordTree } from './packages/contract/src/language.ts'

/*
 * What the compiler knows of every text: which keys are asked for (a key made of parts, `status.${status}`, has the type
 * of all that it can be), and what is written into an element without being a text of a list.
 */

const root = import.meta.dirname
const project = openProject()
const sources = project.program
  .getSourceFileNames()
  .map((file) => relative(root, file))
  .filter((file) => /^(apps|packages)\/\w+\/src\//.test(file) && !/\.(test\.tsx?|d\.ts)$/.test(file))

test('the compiler was asked about the whole product', () => {
  expect(sources).toContain('apps/console/src/app/main.tsx')
  expect(sources).toContain('packages/contract/src/problem.words.ts')
  expect(sources).toContain('apps/server/src/app.ts')
})

describe('no key is unused', async () => {
  const lists = await readLists()
  const said = new Map(sources.map((file) => [file, stringsOf(file)]))
  const everywhere = new Set([...said.values()].flatMap((strings) => [...strings]))

  test.each(lists)('$name', ({ name, list }) => {
    const keys = keysOf(list.tree)
    expect(keys.length).toBeGreaterThan(0)
    const speakers = sources.filter((file) => !isList(file) && mentions(file, name))
    const here = new Set(speakers.flatMap((file) => [...(said.get(file) ?? [])]))
    const asked = askedByName[name] ? everywhere : here
    const isUsed = (key: string) =>
      asked.has(key) ||
      everywhere.has(`${list.prefix}.${key}`) ||
      speakers.some(
        (file) => isGoneThrough(file, name, key) || isOfColumn(file, name, key) || isAskedByKit(file, key),
      )
    expect(keys.filter((key) => !isUsed(key))).toEqual([])
  })

  test('a key that nobody asks for is found', () => {
    const strings = stringsOf('apps/console/src/areas/user/columns.tsx')
    expect(strings.has('status.accepted')).toBe(true)
    expect(strings.has('status.nobody')).toBe(false)
  })

  test('a title that no column and no form has is found', () => {
    const file = 'apps/console/src/areas/blacklist/columns.ts'
    expect(isAskedByKit(file, 'field.reason')).toBe(true)
    expect(isAskedByKit(file, 'source.manual')).toBe(true)
    expect(isAskedByKit(file, 'field.nobody')).toBe(false)
    expect(isAskedByKit(file, 'state.active')).toBe(false)
    expect(isAskedByKit(file, 'remove.title')).toBe(false)
  })

  /**
   * What the kit asks of the texts that it is given: the title of each column, the choices of a column, and the question
   * before a removal.
   */
  function isAskedByKit(file: string, key: string): boolean {
    const [part = '', name = ''] = key.split('.')
    if (part === 'remove')
      return mentions(file, name.endsWith('Many') ? 'RemoveRows' : 'useRemove') && everywhere.has(key)
    if (!mentions(file, 'ColumnsOf')) return false
    return part === 'field' ? said.get(file)?.has(name) === true : mentions(file, `choice\\('${part}`)
  }

  /** Where a file goes through a list's tree by hand, a key counts when each of its parts is named. */
  function isGoneThrough(file: string, name: string, key: string): boolean {
    const isNamed = (part: string) => everywhere.has(part) || mentions(file, `\\w+\\.${part}`)
    return mentions(file, `${name}\\.tree\\)?[.[]`) && key.split('.').every(isNamed)
  }

  /** Where an import is given a list whole, it says what it does of each column and state that the declaration beside it names. */
  function isOfColumn(file: string, name: string, key: string): boolean {
    const [part = '', of = ''] = key.split('.')
    if (!mentions(file, `words: ${name}`) || !partsOfImports.has(part)) return false
    const beside = sources.filter((each) => dirname(each) === dirname(file))
    return beside.some((each) => mentions(each, of))
  }
})

describe('no text is hard-coded', () => {
  const elements = sources.filter((file) => file.startsWith('apps/console/src/') && file.endsWith('.tsx'))

  test('in an element or in an attribute that is read out', () => {
    expect(elements.length).toBeGreaterThan(100)
    const found = elements.flatMap((file) => writtenTexts(file).map((text) => `${file}: ${text}`))
    expect(found.filter((place) => !properNames.some((name) => place.endsWith(`: ${name}`)))).toEqual([])
  })

  test('nor is there Chinese without English beside it, but in what the demo makes up', () => {
    const found = sources
      .filter((file) => !isList(file) && !speaksOfData.test(file))
      .flatMap((file) =>
        [...lonelyStringsOf(file)]
          .filter((text) => /\p{Script=Han}/u.test(text))
          .map((text) => `${file}: ${text}`),
      )
    expect(found.filter((place) => !properNames.some((name) => place.endsWith(`: ${name}`)))).toEqual([])
  })
})

/** Lists whose keys are named far from them: a schema's message, a refusal's reason. */
const askedByName: Record<string, true> = { problemWords: true, commonWords: true }

/** What the texts of an import into a list say of its columns, and of the states of rows that are there already. */
const partsOfImports = new Set(['column', 'alsoColumn', 'notes', 'there', 'hint'])

/** Its keys come from the names of routes; `client-menu.test.ts` holds both against each other. */
const titlesByRoute = 'menuWords'

/** The same in every language. */
const properNames = ['中文', 'English', 'Kabao', 'Esc']

/** What is data and not the console's voice: made-up people, names of places, and the first account. */
const speaksOfData =
  /^(apps\/(server|console)\/src\/demo\/|packages\/(region|contract)\/|apps\/server\/src\/access\/first-admin\.ts)/

const readAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'description',
  'label',
  'placeholder',
  'title',
])

function openProject() {
  const opened = new API({ cwd: root })
    .updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] })
    .getProjects()[0]
  if (!opened) throw new Error('The compiler opened no project')
  return opened
}

async function readLists() {
  const modules = await Promise.all(
    sources.filter(isList).map((file) => import(join(root, file)) as Promise<Record<string, WordList>>),
  )
  return modules
    .flatMap((module) => Object.entries(module).map(([name, list]) => ({ name, list })))
    .filter(({ name, list }) => typeof list === 'object' && 'tree' in list && name !== titlesByRoute)
}

function isList(file: string) {
  return file.endsWith('.words.ts')
}

function mentions(file: string, pattern: string) {
  return new RegExp(`\\b${pattern}\\b`).test(readFileSync(join(root, file), 'utf8'))
}

function parse(file: string): SourceFile {
  const parsed = project.program.getSourceFile(join(root, file))
  if (!parsed) throw new Error(`The compiler does not know ${file}`)
  return parsed
}

function walk(node: Node, see: (node: Node) => void) {
  see(node)
  node.forEachChild((child) => walk(child, see))
}

/** Every string that a file names: as a literal, and as what the type of a composed or chosen one allows. */
function stringsOf(file: string): Set<string> {
  const strings = new Set<string>()
  walk(parse(file), (node) => {
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) strings.add(node.text)
    else if (isTemplateExpression(node)) addMembers(node)
    else if (isElementAccessExpression(node) && isComputed(node.argumentExpression)) {
      addMembers(node.argumentExpression)
    }
  })
  return strings

  function addMembers(expression: Expression) {
    for (const member of membersOf(project.checker.getTypeAtLocation(expression))) strings.add(member)
  }
}

/** Every literal of a file but those of a pair `[zh-CN, en-US]`, as an endpoint's summary or a job's title is written. */
function lonelyStringsOf(file: string): Set<string> {
  const strings = new Set<string>()
  walk(parse(file), (node) => {
    if (!isStringLiteral(node) && !isNoSubstitutionTemplateLiteral(node)) return
    const pair = isArrayLiteralExpression(node.parent) ? node.parent.elements : null
    const [, english] = pair ?? []
    const isPair =
      pair?.length === 2 && english && isStringLiteral(english) && !/\p{Script=Han}/u.test(english.text)
    if (!isPair) strings.add(node.text)
  })
  return strings
}

const isComputed = (node: Expression) => !isStringLiteral(node)

function membersOf(type: Type | undefined): string[] {
  if (!type) return []
  const parts = (type as { getTypes?: () => readonly Type[] | undefined }).getTypes?.()
  if (parts) return parts.flatMap(membersOf)
  const { value } = type as { value?: unknown }
  return typeof value === 'string' ? [value] : []
}

const keysOf = (tree: WordTree): string[] =>
  Object.entries(tree).flatMap(([key, node]) =>
    isWords(node) ? [key] : keysOf(node).map((below) => `${key}.${below}`),
  )

/** What an element says without asking a list: letters between its tags, or in an attribute that is shown or read out. */
function writtenTexts(file: string): string[] {
  const texts: string[] = []
  walk(parse(file), (node) => {
    if (isJsxText(node)) texts.push(node.text.trim())
    else if (isJsxExpression(node) && node.expression && isStringLiteral(node.expression)) {
      if (!isJsxAttribute(node.parent)) texts.push(node.expression.text)
    } else if (isJsxAttribute(node) && readAttributes.has(node.name.getText())) {
      const value = node.initializer
      if (value && isStringLiteral(value)) texts.push(value.text)
    }
  })
  return texts.filter((text) => /\p{L}{2}/u.test(text))
}
