import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'recheck'
import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'

const root = new URL('../../../', import.meta.url).pathname
const folders = ['apps/server/src', 'packages/contract/src']

/** Patterns that the check finds slow or does not understand, by their source, and why each is harmless. */
const reviewed: readonly (readonly [source: string, why: string])[] = [
  // The check does not read what looks ahead or behind.
  [
    String.raw`"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^[\]]*\]`,
    'each part ends at its own closing mark; tried by growth.test.ts',
  ],
  [String.raw`(?<!\/)\/+$`, 'begins once in a run of slashes; tried by growth.test.ts'],
  [
    String.raw`(postgres(?:ql)?:\/\/[^:/@\s]*:)(?:(?!postgres(?:ql)?:\/\/)[^@\s])*@`,
    'what follows one beginning stops before the next; tried by growth.test.ts',
  ],
  [
    String.raw`\/(\d+|[^/]*%[^/]*)(?=\/|$)`,
    'each part of a path once, of 500 characters; tried by growth.test.ts',
  ],
  [String.raw`\B(?=(\d{3})+$)`, 'reads a number of at most 17 digits, which we wrote'],
  [String.raw`^(?!page|board|export)\w+\.body\.(name|remark|reason|content)$`, 'reads names of our fields'],
  [
    String.raw`^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$`,
    'reads at most 253 characters',
  ],
  [String.raw`^([+-]?)\s*¥\s*(?=[+\-\d.])`, 'has one beginning, and a mark between the spaces'],
  [String.raw`^[\s.]+|(?<![\s.])[\s.]+$`, 'begins once in a run; tried by growth.test.ts'],
  [
    String.raw`^\s*(https?:\/\/[^/?#{}\s\\@]+)(?=[/?]|\s*$)`,
    'has one beginning, and no space before the last ones',
  ],
  [
    String.raw`^(?:(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})(?:\s*日)?|(\d{4})(\d\d)(\d\d))(?![\d\p{L}])(?:\s+(.*))?$`,
    'has one beginning, and a mark or a digit between the spaces',
  ],
  [String.raw`^(?=.*[a-f])[a-f\d]{12,}$`, 'has one beginning'],
  ["^['`‘’]\\s*(?=[+\\-\\w])", 'has one beginning'],
  [
    String.raw`e'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|\$\d+|"(?:[^"]|"")*"|[a-z_][\w$]*|\d[\d.]*(?:e[+-]?\d+)?`,
    'reads our own statements',
  ],
  // Slow, but nobody else writes what they read.
  [String.raw`= ANY \(ARRAY\[(.+)\]\)`, 'reads a constraint of our own schema'],
  [String.raw`\| Variable [\s\S]*?\n(?!\|)`, 'reads our own document'],
  [String.raw`^(postgres(?:ql)?:\/\/)([^/?]*@)?([^/?]*)([^?]*)(?:\?(.*))?$`, 'reads the configuration'],
]

/** Where patterns are put together while the service runs, and what bounds the texts that they read. */
const madeAtRuntime: Readonly<Record<string, string>> = {
  'apps/server/src/partners/signature/verify.ts': 'has no repetition',
  'apps/server/src/platform/http/kept-answers.ts': 'is one class of characters, with a bound',
  'apps/server/src/platform/sheet/formula.ts': 'is one class of characters',
  'packages/contract/src/kernel/choice.ts': 'numbers divided by commas, each with a bound',
  'packages/contract/src/kernel/personal-text.ts': 'each repetition has a bound; tried by growth.test.ts',
  'packages/contract/src/kernel/typed/person-name.ts': 'has no repetition without a bound',
  'packages/contract/src/statistics/report/filter-shape.ts': 'numbers divided by commas, each with a bound',
}

interface Found {
  source: string
  flags: string
}

function patternsIn(): { literals: Found[]; madeIn: string[] } {
  const literals = new Map<string, Found>()
  const madeIn = new Set<string>()
  for (const folder of folders)
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
      const file = join(folder, name)
      visit(parseAst(readFileSync(join(root, file), 'utf8'), { lang: 'ts' }), (node) => {
        const { regex, callee } = node as { regex?: { pattern: string; flags: string }; callee?: Node }
        if (regex)
          literals.set(`/${regex.pattern}/${regex.flags}`, { source: regex.pattern, flags: regex.flags })
        if (callee?.name === 'RegExp') madeIn.add(file)
      })
    }
  return { literals: [...literals.values()], madeIn: [...madeIn].sort() }
}

type Node = Record<string, unknown>
function visit(node: unknown, act: (node: Node) => void): void {
  if (Array.isArray(node)) for (const each of node) visit(each, act)
  else if (typeof node === 'object' && node !== null) {
    act(node as Node)
    for (const each of Object.values(node)) visit(each, act)
  }
}

/** Without one of these, the work of a pattern at each place has a bound. */
const repeats = /[*+]|\{\d+,\}/

test('every pattern of the service and the contract reads a text in linear time', async () => {
  const { literals, madeIn } = patternsIn()
  expect(madeIn).toEqual(Object.keys(madeAtRuntime))
  const slow = await Promise.all(
    literals
      .filter(({ source }) => repeats.test(source))
      .map(async ({ source, flags }) => {
        const { status } = await check(source, flags, { checker: 'automaton', timeout: null })
        return status === 'safe' ? [] : [source]
      }),
  )
  expect(slow.flat().sort()).toEqual(reviewed.map(([source]) => source).sort())
}, 180_000)
