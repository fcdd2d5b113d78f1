import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  isArrayLiteralExpression,
  isNoSubstitutionTemplateLiteral,
  isPropertyAssignment,
  isStringLiteral,
  isTemplateExpression,
  type Node,
} from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'
import { describe, expect, test } from 'vitest'

/*
 * Holds the words on the screen to the glossary. It reads every pair `[zh-CN, en-US]` of the sources: word lists, summaries of
 * endpoints, titles of jobs, states and acts.
 */

interface Text {
  file: string
  zh: string
  en: string
}

interface Term {
  zh: string[]
  en: string[]
  notZh: string[]
  notEn: string[]
}

const root = import.meta.dirname
const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
const terms = readTerms()
const fixed = rowsBelow('| Text ').map(([text]) => text as string)
const texts = readTexts()

test('the glossary and the texts are read', () => {
  expect(terms.length).toBeGreaterThan(30)
  expect(texts.length).toBeGreaterThan(1_000)
  for (const text of ['请求成功', '查看用户列表', '待处理', '删除到期的消息'])
    expect(texts.map(({ zh }) => zh)).toContain(text)
})

test('no text contains a synonym of a term', () => {
  expect(faultsOf(synonymsIn)).toEqual([])
})

test('every text is in the style of its language', () => {
  expect(faultsOf(styleOf)).toEqual([])
})

test('every fixed text exists', () => {
  const written = new Set(texts.flatMap(({ zh, en }) => [zh, en]))
  expect(fixed.filter((text) => !written.has(text))).toEqual([])
})

test('code, comments and notes are in American spelling, like the texts', () => {
  const files = sourceFiles(/\.(tsx?|mjs|css|md|yaml)$/)
    // The specification has its own words, and these two name the spellings that are not used.
    .filter((name) => !/^(docs\/(specification\/.*|glossary\.md)|terms\.test\.ts)$/.test(name))
  const british =
    /organisation|initialisation|colour|behaviour|judgement|neighbour|\bcentre|analyse[dr]?\b|\blabelled(?!by)|\bdialled|\bgrey/i
  expect(files.filter((name) => british.test(readFileSync(join(root, name), 'utf8')))).toEqual([])
  expect(british.test('the organisations')).toBe(true)
})

/** Words that names in the code do not have, by what they have instead. */
const namesHaveNot: Readonly<Record<string, RegExp>> = {
  lead: /clue/i,
  'entrance, drillDown, link': /[a-z]Doors?\b|^[dD]oors?([A-Z]|$)/,
  'collect, batch, book': /^[gG]ather/,
  details: /^([A-Z]\w*)?Told$/,
  purpose: /(secret|filter|body|answer|cells|code|value|idNumber)Place/i,
  'request in tests, call in handlers': /^(AskFn|Asking|Asker)$/,
  'create…': /^open(Settings|Storage|Vault|Listener|Mailbox)$/,
}
/** The page of the specification, and a function of the database. */
const named = new Set(['CrmClue', 'gather_channel_results'])

/** The names of a source, without its comments and texts. */
const namesIn = (source: string): string[] =>
  source
    .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')
    .replace(/`[^`$]*(?=[`$])/g, '`')
    .replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, "''")
    .match(/\b[A-Za-z_$][\w$]*/g) ?? []

const misnamed = (name: string) =>
  named.has(name)
    ? []
    : Object.entries(namesHaveNot)
        .filter(([, word]) => word.test(name))
        .map(([better]) => better)

test('names in the code use the words of the glossary', () => {
  const files = sourceFiles(/^(apps|packages|e2e|bench)\/.*\.(tsx?|mjs)$/)
  expect(files.length).toBeGreaterThan(2_000)
  const faults = files.flatMap((name) =>
    [...new Set(namesIn(readFileSync(join(root, name), 'utf8')))].flatMap((each) =>
      misnamed(each).map((better) => `${name}: ${each} (${better})`),
    ),
  )
  expect(faults).toEqual([])
})

test.each(['clueId', 'cluePool', 'useDoor', 'DoorPanel', 'gatherAll', 'Told', 'secretPlace', 'AskFn'])(
  'the name %s would be found',
  (name) => {
    expect(misnamed(name)).toHaveLength(1)
  },
)

test.each(['CrmClue', 'lead', 'indoors', 'replace', 'together', 'task'])(
  'the name %s is none of them',
  (name) => {
    expect(misnamed(name)).toEqual([])
  },
)

describe('a fault is found', () => {
  const of = (zh: string, en: string) => ({ file: 'sample.words.ts', zh, en })

  test.each([
    ['登出', 'Sign out', '登出'],
    ['退出登录', 'Log out', 'log out'],
    ['机构', 'Organisations', 'organisation'],
    ['用户编号', 'User id', 'id'],
    ['修改角色', 'Edit role', '修改角色'],
  ])('a synonym: %s, %s', (zh, en, synonym) => {
    expect(synonymsIn(of(zh, en))).toEqual([synonym])
  })

  test.each([
    ['退出登录', 'Sign out'],
    ['UV联登', 'UV joint login'],
    ['用户编号', 'User ID'],
    ['下一行', 'The next timeline'],
  ])('a term is no synonym: %s, %s', (zh, en) => {
    expect(synonymsIn(of(zh, en))).toEqual([])
  })

  test.each([
    ['删除', 'Delete User', 'not in sentence case: User'],
    ['删除', "The user's name", 'a straight quotation mark'],
    ['删除', 'Delete {{count}} users', 'one form for any number: {{count}} users'],
    ['删除「{{name}}」', 'Delete “{{name}}”', '「」'],
    ['删除2个', 'Delete two', 'no space: 除2'],
    ['删除?', 'Delete?', 'half-width punctuation: 除?'],
    ['查看用户', 'See users', '^查看 with ^See '],
    ['提交人', 'Filed by', '提交 with \\b[Ff]iled\\b|^File '],
  ])('of style: %s, %s', (zh, en, fault) => {
    expect(styleOf(of(zh, en))).toEqual([fault])
  })

  test.each([
    ['Excel 文件', 'An Excel file of the ID numbers. Open it in Microsoft Authenticator'],
    ['已删除', '{{count}} {{count, user|users}} deleted: “Done”'],
  ])('but not where there is none: %s, %s', (zh, en) => {
    expect(styleOf(of(zh, en))).toEqual([])
  })
})

/** The files of the repository whose names match. */
function sourceFiles(pattern: RegExp): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((name) => pattern.test(name) && existsSync(join(root, name)))
}

function faultsOf(check: (text: Text) => string[]): string[] {
  return texts.flatMap((text) =>
    check(text).map((fault) => `${text.file}: ${fault} in “${text.zh}”, “${text.en}”`),
  )
}

/** The synonyms in a text. The terms are taken out first: 联登 is no 登录, and “joint login” no “login”. */
function synonymsIn({ zh, en }: Text): string[] {
  const restZh = fixed.includes(zh) ? '' : without(shown(zh), allOf('zh'))
  const restEn = fixed.includes(en) ? '' : without(shown(en), allOf('en'))
  return terms.flatMap(({ notZh, notEn }) => [
    ...notZh.filter((word) => restZh.includes(word)),
    ...notEn.filter((word) => wordOf(word).test(restEn)),
  ])
}

/** A text without the names of its placeholders, and without code. */
const shown = (text: string) => text.replace(/\{\{\w+/g, '').replace(/`[^`]*`/g, '')

const allOf = (key: keyof Term) => terms.flatMap((term) => term[key]).sort((a, b) => b.length - a.length)

function without(text: string, words: string[]): string {
  return words.reduce((rest, word) => {
    const isHan = /\p{Script=Han}/u.test(word)
    return rest.replace(isHan ? new RegExp(word, 'g') : wordOf(word), ' ')
  }, text)
}

/** An English word or phrase, also in the plural, with a small or a capital first letter. */
function wordOf(word: string): RegExp {
  const [first = '', ...rest] = word
  return new RegExp(
    `(?<![\\w-])[${first.toLowerCase()}${first.toUpperCase()}]${rest.join('')}s?(?![\\w-])`,
    'g',
  )
}

/** Names that begin with a capital in any place. */
const names =
  /^(I|Excel|Microsoft|Google|Authenticator|Kabao|Arco|Design|Chinese|English|Alt|Enter|Home|End|Space|January|Card|Package|Console|Beijing|Unix|Ki|Markdown|Pay|Engine|Ads)$/

/** Names of numbers in the texts. */
const numbers = 'count|rows|days|hours|minutes|seconds|total|left|limit|max|min|done|added|skipped'

/** Texts of one meaning have one word for it: where the Chinese text has the first, the English one has not the second. */
const refusedPairs: readonly (readonly [zh: RegExp, en: RegExp])[] = [
  [/^查看/, /^See /],
  [/^添加/, /^Make /],
  [/^方式$|申请方式/, /\bway\b/i],
  [/提交/, /\b[Ff]iled\b|^File /],
  [/生效/, /\bmade\b/i],
  [/驳回/, /\brefuse/i],
  [/^测试/, /\b(try|tried)\b/i],
  [/提醒/, /\btold\b/i],
  [/（元）/, /\((yuan|¥|RMB)\)/],
]

/** Chinese stands apart from letters and digits, but in these names. */
const joined = /UV联登|YYYY年|M月/g
const han = /\p{Script=Han}/u.source

function chineseStyleOf(zh: string): string[] {
  const text = zh.replace(/\{\{[^}]*\}\}|`[^`]*`/g, '□').replace(joined, '')
  // Names of columns that a file may have, separated by bars, are not shown.
  if (/\S\|\S/.test(text)) return []
  const close = new RegExp(`${han}[A-Za-z0-9]|[A-Za-z0-9]${han}`, 'u').exec(text)
  const half = new RegExp(`${han}[,;:!?()]|[,;:!?()]${han}`, 'u').exec(text)
  return [
    ...(close ? [`no space: ${close[0]}`] : []),
    ...(half ? [`half-width punctuation: ${half[0]}`] : []),
  ]
}

function styleOf({ zh, en }: Text): string[] {
  if (fixed.includes(en)) return []
  const inside = [...en.matchAll(/(?<=[^.?!:“(·\s] )([A-Z][a-z]+)/g)].map(([, word]) => word as string)
  const plural = new RegExp(`\\{\\{(?:${numbers})\\}\\} (?:[a-z]+ )?[a-z]{3,}s\\b`).exec(en)
  return [
    ...inside.filter((word) => !names.test(word)).map((word) => `not in sentence case: ${word}`),
    ...(/['"]/.test(en) ? ['a straight quotation mark'] : []),
    ...(plural ? [`one form for any number: ${plural[0]}`] : []),
    ...(/[「」]/.test(zh) ? ['「」'] : []),
    ...chineseStyleOf(zh),
    ...refusedPairs
      .filter(([ofZh, ofEn]) => ofZh.test(zh) && ofEn.test(en))
      .map(([ofZh, ofEn]) => `${ofZh.source} with ${ofEn.source}`),
  ]
}

function readTerms(): Term[] {
  return rowsBelow('| 中文 ').map(([zh = '', en = '', notZh = '', notEn = '']) => ({
    zh: split(zh),
    en: split(en),
    notZh: split(notZh),
    notEn: split(notEn),
  }))
}

function split(cell: string): string[] {
  return cell.split(/、|, /).filter(Boolean)
}

/** The rows of the table of the glossary whose head begins so. */
function rowsBelow(head: string): string[][] {
  const [, below = ''] = glossary.split(`\n${head}`)
  const lines = below.split('\n').slice(2)
  return lines
    .slice(0, lines.indexOf(''))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()))
}

function readTexts(): Text[] {
  const project = new API({ cwd: root })
    .updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] })
    .getProjects()[0]
  if (!project) throw new Error('The compiler opened no project')
  const found: Text[] = []
  for (const path of project.program.getSourceFileNames()) {
    const file = relative(root, path)
    if (!/^(apps|packages)\/\w+\/src\//.test(file) || /\.test\.tsx?$|\/demo\//.test(file)) continue
    const source = project.program.getSourceFile(path)
    if (source) walk(source, (zh, en) => found.push({ file, zh, en }))
  }
  return found
}

/** Calls `see` for every pair of texts below a node, but not for names that are accepted or searched and not shown. */
function walk(node: Node, see: (zh: string, en: string) => void): void {
  if (isPropertyAssignment(node) && /^(alias$|also)/.test(node.name.getText())) return
  if (isArrayLiteralExpression(node) && node.elements.length === 2) {
    const [zh, en] = node.elements.map(textOf)
    if (zh && en && /\p{Script=Han}/u.test(zh) && !/\p{Script=Han}/u.test(en)) see(zh, en)
  }
  node.forEachChild((child) => walk(child, see))
}

function textOf(node: Node): string | undefined {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text
  return isTemplateExpression(node)
    ? node
        .getText()
        .slice(1, -1)
        .replace(/\$\{[^}]*\}/g, '{{value}}')
    : undefined
}
