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
import { isWords, type WordList, type WordTree } from './packages/contract/src/kernel/language.ts'

/*
 * These tests use the compiler to find the keys that the code uses (a composed key, `status.${status}`, has the type
 * of all its possible values), and texts in elements that are not in a word list.
 */

const root = import.meta.dirname
const project = openProject()
const sources = project.program
  .getSourceFileNames()
  .map((file) => relative(root, file))
  .filter((file) => /^(apps|packages)\/\w+\/src\//.test(file) && !/\.(test\.tsx?|d\.ts)$/.test(file))

test('the compiler reads the whole product', () => {
  expect(sources).toContain('apps/console/src/app/main.tsx')
  expect(sources).toContain('packages/contract/src/kernel/problem.words.ts')
  expect(sources).toContain('apps/server/src/boot/app.ts')
})

describe('no key is unused', async () => {
  const lists = await readLists()
  const stringsByFile = new Map(sources.map((file) => [file, stringsOf(file)]))
  const everywhere = new Set([...stringsByFile.values()].flatMap((strings) => [...strings]))

  test.each(lists)('$name', ({ name, list }) => {
    const keys = keysOf(list.tree)
    expect(keys.length).toBeGreaterThan(0)
    const users = sources.filter((file) => !isList(file) && mentions(file, name))
    const here = new Set(users.flatMap((file) => [...(stringsByFile.get(file) ?? [])]))
    const used = usedByName[name] ? everywhere : here
    const isUsed = (key: string) =>
      used.has(key) ||
      everywhere.has(`${list.prefix}.${key}`) ||
      users.some(
        (file) => isWalked(file, name, key) || isOfColumn(file, name, key) || isAskedByKit(file, key),
      )
    expect(keys.filter((key) => !isUsed(key))).toEqual([])
  })

  test('an unused key is found', () => {
    const strings = stringsOf('apps/console/src/users/areas/user/columns.tsx')
    expect(strings.has('status.accepted')).toBe(true)
    expect(strings.has('status.nobody')).toBe(false)
  })

  test('a title that no column and no form has is found', () => {
    const file = 'apps/console/src/users/areas/blacklist/columns.ts'
    expect(isAskedByKit(file, 'field.reason')).toBe(true)
    expect(isAskedByKit(file, 'source.manual')).toBe(true)
    expect(isAskedByKit(file, 'field.nobody')).toBe(false)
    expect(isAskedByKit(file, 'state.active')).toBe(false)
    expect(isAskedByKit(file, 'remove.title')).toBe(false)
    const list = 'apps/console/src/supply/areas/channel/channel-page.tsx'
    expect(isAskedByKit(list, 'action.copy')).toBe(true)
    expect(isAskedByKit(list, 'remove.title')).toBe(true)
    expect(isAskedByKit(list, 'action.nobody')).toBe(false)
    expect(isAskedByKit(list, 'remove.nobody')).toBe(false)
    const stated = 'apps/console/src/operations/areas/error-event/list.tsx'
    expect(isAskedByKit(stated, 'action.open')).toBe(true)
    expect(isAskedByKit(stated, 'action.nobody')).toBe(false)
    expect(isAskedByKit('apps/console/src/supply/areas/channel/parts.tsx', 'field.references')).toBe(true)
  })

  /**
   * What the kit asks of the texts that it is given: the name of a declared list, the title of each column, the choices of a column, the question before a
   * removal, the actions of an entry, and the titles of the fields that every entry has.
   */
  function isAskedByKit(file: string, key: string): boolean {
    const [part = '', name = ''] = key.split('.')
    const isOf = (use: string, kit: string) =>
      mentions(file, use) && stringsByFile.get(kit)?.has(key) === true
    if (isOf('useEntries', 'apps/console/src/kit/entry/use-entries.tsx')) return true
    if (isOf('RecordFacts', 'apps/console/src/kit/entry/record-facts.tsx')) return true
    if (isOf('Details: lazy', 'apps/console/src/kit/machine/stated-list.tsx')) return true
    if (part === 'remove' || key === 'action.removeMany')
      return (
        mentions(file, `useEntries|${name.endsWith('Many') ? 'RemoveRows' : 'useRemove'}`) &&
        everywhere.has(key)
      )
    if (!mentions(file, 'ColumnsOf')) return false
    return part === 'field'
      ? stringsByFile.get(file)?.has(name) === true
      : mentions(file, `choice\\('${part}`)
  }

  /** If a file walks the tree of a list itself, a key counts as used when each of its parts is named. */
  function isWalked(file: string, name: string, key: string): boolean {
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

  test('in an element or in an attribute that screen readers read', () => {
    expect(elements.length).toBeGreaterThan(100)
    const found = elements.flatMap((file) => writtenTexts(file).map((text) => `${file}: ${text}`))
    expect(found.filter((place) => !properNames.some((name) => place.endsWith(`: ${name}`)))).toEqual([])
  })

  test('in Chinese without the English text, except in data of the demo', () => {
    const found = sources
      .filter((file) => !isList(file) && !dataFiles.test(file))
      .flatMap((file) =>
        [...unpairedStringsOf(file)]
          .filter((text) => /\p{Script=Han}/u.test(text))
          .map((text) => `${file}: ${text}`),
      )
    expect(found.filter((place) => !properNames.some((name) => place.endsWith(`: ${name}`)))).toEqual([])
  })
})

/** Lists whose keys are used in files that do not import the list: a schema's message, a refusal's reason. */
const usedByName: Record<string, true> = {
  problemWords: true,
  commonWords: true,
  // The service names a judgment, and the console words it.
  operationJudgmentWords: true,
}

/** What the texts of an import into a list say of its columns, and of the states of rows that are there already. */
const partsOfImports = new Set(['column', 'alsoColumn', 'notes', 'example', 'there', 'hint'])

/** The keys of this list are the names of routes; `client-menu.test.ts` compares both. */
const titlesByRoute = 'menuWords'

/** Texts that are the same in every language. */
const properNames = ['中文', 'English', 'Kabao', 'Esc', 'https://']

/** Files with data, not texts of the console: made-up people, names of places, and the first account. */
const dataFiles =
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

/** Every string of a file: its literals, and the possible values of composed or computed strings by their types. */
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

/** Every literal of a file except those of a pair `[zh-CN, en-US]`, such as an endpoint's summary or a job's title. */
function unpairedStringsOf(file: string): Set<string> {
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

/** Texts of elements that are not from a list: letters between tags, or in an attribute that is shown or read by screen readers. */
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
