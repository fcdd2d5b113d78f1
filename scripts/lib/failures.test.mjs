import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { playwrightFailures, vitestFailures } from './failures.mjs'

test('a failed Vitest test is listed with its file, its name and its reason', () => {
  const files = [
    {
      name: 'a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { status: 'passed', fullName: 'adds' },
        {
          status: 'failed',
          fullName: 'divides',
          failureMessages: ['\u001b[31mexpected 1\u001b[39m\n  at a.ts:3'],
        },
      ],
    },
    { name: 'b.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'is' }] },
  ]
  expect(vitestFailures(files)).toEqual(['a.test.ts › divides\n    expected 1\n      at a.ts:3'])
})

test('a file that does not load is listed, although it has no test', () => {
  const file = { name: 'a.test.ts', status: 'failed', message: 'No such module', assertionResults: [] }
  expect(vitestFailures([file])).toEqual(['a.test.ts\n    No such module'])
})

test('a long reason is cut', () => {
  const message = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n')
  const [text] = vitestFailures([{ name: 'a.test.ts', status: 'failed', message, assertionResults: [] }])
  expect(text.split('\n')).toHaveLength(26)
})

test('a failed journey, a journey that passed at its second try, and a failure outside of journeys are listed', () => {
  const spec = (title, status, errors) => ({
    file: 'a.e2e.ts',
    line: 7,
    title,
    tests: [{ status, results: [{ errors }] }],
  })
  const report = {
    errors: [{ message: 'The product was not ready' }],
    suites: [
      {
        specs: [spec('looks', 'expected', [])],
        suites: [{ specs: [spec('acts', 'unexpected', [{ message: 'Timed out' }])] }],
      },
      { specs: [spec('waits', 'flaky', [{ message: 'Once' }])] },
    ],
  }
  expect(playwrightFailures(report)).toEqual([
    'outside of the tests\n    The product was not ready',
    'a.e2e.ts:7 › acts\n    Timed out',
    'a.e2e.ts:7 › waits\n    Once',
  ])
  expect(playwrightFailures(null)).toEqual([])
})

test('the reason of a journey names the line of its step and leaves out the output of the browser', () => {
  const message = [
    'locator.click: Timed out',
    'Browser logs:',
    '',
    '<launching> chromium',
    '[pid=7][err] no bus',
    'Call log:',
  ].join('\n')
  const tests = [{ status: 'unexpected', results: [{ errors: [{ message, location: { line: 52 } }] }] }]
  const [text] = playwrightFailures({
    suites: [{ specs: [{ file: 'a.e2e.ts', line: 7, title: 'acts', tests }] }],
  })
  expect(text.split('\n').map((line) => line.trim())).toEqual([
    'a.e2e.ts:7 › acts',
    'locator.click: Timed out',
    '',
    'Call log:',
    'at line 52',
  ])
})

test('a failed journey tells how long it went on and what its page showed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kabao-failures-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'error-context.md')
  const page = [
    ...['- navigation "menu":', '  - link "Users":', '- main:', '  - heading "Links" [level=1]', '  - list:'],
    ...['  - row "L1 idle":', '    - cell "L1"', '    - cell "idle"', '- dialog "Link":', '  - text: Gone'],
  ]
  writeFileSync(path, ['# Error', '```', 'Timed out', '```', '```yaml', ...page, '```'].join('\n'))
  const failed = (attached) => {
    const results = [
      { errors: [], duration: 60_034, attachments: [{ name: 'error-context', path: attached }] },
    ]
    const specs = [{ file: 'a.e2e.ts', line: 7, title: 'acts', tests: [{ status: 'unexpected', results }] }]
    return playwrightFailures({ suites: [{ specs }] })[0]
      .split('\n')
      .slice(-2)
  }
  expect(failed(path)).toEqual([
    '    after 60.0 s',
    '    the page: heading "Links" [level=1] · row "L1 idle": · dialog "Link": · text: Gone',
  ])
  expect(failed(join(folder, 'none.md'))[1]).toBe('    what the page showed is not known')
})
