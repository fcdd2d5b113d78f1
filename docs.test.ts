import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = import.meta.dirname
const decisions = readdirSync(join(root, 'docs/decisions')).sort()
const numbers = decisions.map((name) => name.slice(0, 3))

/** Hand-written texts: sources, scripts and notes; not the lock file and not this test, which contains examples. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((name) => /\.(tsx?|mts|mjs|css|sql|md|json|ya?ml)$/.test(name))
  .filter((name) => !/(^|\/)(package-lock\.json|docs\.test\.ts)$/.test(name) && existsSync(join(root, name)))

/** Every file in `docs` that a text names. */
const namedFiles = (text: string) => [...text.matchAll(/\bdocs\/[\w./-]+\.md\b/g)].map(([path]) => path)

/** Every file that a note links to, relative to the note. */
const links = (file: string, text: string) =>
  file.endsWith('.md')
    ? [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)\s#]+)/g)].map(([, path]) =>
        join(dirname(file), path as string),
      )
    : []

/** Every decision that a text names: `decision 004`, `decisions 004 and 012`, and also the wrong form `decision 4`. */
const namedDecisions = (text: string) =>
  [...text.matchAll(/\bdecisions? (\d+)((?:(?:, | and )\d+)*)/gi)].flatMap(([, first, more]) => [
    first as string,
    ...((more ?? '').match(/\d+/g) ?? []),
  ])

/** The citations of a text that a reader of the repository cannot open. */
function unreadable(file: string, text: string): string[] {
  return [
    ...[...namedFiles(text), ...links(file, text)].filter((path) => !existsSync(join(root, path))),
    ...namedDecisions(text)
      .filter((number) => !numbers.includes(number))
      .map((number) => `decision ${number}`),
  ].map((what) => `${file} names ${what}`)
}

test('every file and decision that a text names is in the repository', () => {
  const found = files.flatMap((file) => unreadable(file, readFileSync(join(root, file), 'utf8')))
  expect(found).toEqual([])
  expect(files.length).toBeGreaterThan(500)
})

test('decisions are numbered without gaps', () => {
  const expected = decisions.map((_, index) => String(index + 1).padStart(3, '0'))
  expect(numbers).toEqual(expected)
})

test('a decision note is at most 40 lines of text', () => {
  const linesOf = (name: string) =>
    readFileSync(join(root, 'docs/decisions', name), 'utf8').match(/^.*\S.*$/gm)?.length ?? 0
  expect(decisions.filter((name) => linesOf(name) > 40)).toEqual([])
})

test('the index of the decisions names each once, with its title', () => {
  const index = readFileSync(join(root, 'docs/decisions.md'), 'utf8')
  const listed = [...index.matchAll(/^- \[(\d{3})\]\(decisions\/([\w-]+\.md)\) (.+)$/gm)]
  expect(listed.map(([, , name]) => name).sort()).toEqual(decisions)
  for (const [, number, name, title] of listed) {
    const [first = ''] = readFileSync(join(root, 'docs/decisions', name as string), 'utf8').split('\n')
    expect(first.replace(' · ', ' '), name).toBe(`# ${number} ${title}`)
  }
})

describe.each(readdirSync(join(root, 'apps/server/src')))('the README of %s', (module) => {
  const folder = join(root, 'apps/server/src', module)
  const text = readFileSync(join(folder, 'README.md'), 'utf8')

  test('is read in a minute', () => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
  })

  test('names files that are there', () => {
    const named = [...text.matchAll(/`((?:[\w-]+\/)*[\w-]+\.tsx?|[\w/-]+\/)`/g)].map(
      ([, path]) => path as string,
    )
    const places = [
      folder,
      ...['server/src', 'server', 'console'].map((app) => join(root, 'apps', app)),
      root,
    ]
    const isThere = (path: string) => places.some((place) => existsSync(join(place, path)))
    expect(named.filter((path) => !isThere(path))).toEqual([])
  })
})

describe('the check detects errors', () => {
  test.each([
    ['see docs/nowhere.md', 'names docs/nowhere.md'],
    ['(decision 4)', 'names decision 4'],
    ['decisions 004 and 999', 'names decision 999'],
    ['[a note](missing.md)', 'names docs/missing.md'],
  ])('%s is found', (text, what) => {
    expect(unreadable('docs/note.md', text)).toEqual([`docs/note.md ${what}`])
  })

  test('an existing file or decision is not reported', () => {
    expect(unreadable('docs/note.md', 'decision 004, docs/glossary.md, [notes](decisions)')).toEqual([])
  })
})
