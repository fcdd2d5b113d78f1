import { codes, paramNames } from '@kabao/contract'
import { type FieldRow, fieldRows } from '@kabao/contract/intake/field-rows'
import { examplePath, intakePrefix, type OpenCall } from '@kabao/contract/intake/kernel'
import { commonWords } from '@kabao/contract/kernel/common.words'
import { refusalsOf } from '@kabao/contract/kernel/refusals'
import * as z from 'zod'
import { type Block, code, type Inline, inline, paragraph, type Section } from './model.ts'
import type { Say } from './say.ts'

/** One call: its fields, its codes and an example. */
export function callSection(call: OpenCall, say: Say): Section {
  const { method, path, summary, description, params = {}, body, answer, access, example } = call
  const inPath = fieldRows(
    z.object(Object.fromEntries(paramNames(path).map((name) => [name, params[name] ?? z.string()]))),
    'input',
  )
  return {
    title: [`${say.of(summary)} `, { code: `${method} ${intakePrefix}${path}` }],
    blocks: [
      paragraph(say.of(description)),
      ...(access === 'anyone' ? [paragraph(say('unsigned'))] : []),
      ...fieldsOf(say('inPath'), inPath, say),
      ...(body ? fieldsOf(say('inBody'), fieldRows(body, 'input'), say) : [paragraph(say('noBody'))]),
      ...(answer instanceof z.ZodNull
        ? [paragraph(say('noData'))]
        : fieldsOf(say('inAnswer'), fieldRows(answer, 'output'), say, { isAnswer: true })),
      { kind: 'text', text: [say('codes'), ...joined(refusalsOf(call).map(code))] },
      paragraph(say('example')),
      { kind: 'code', language: 'http', text: requestOf(call) },
      {
        kind: 'code',
        language: 'json',
        text: JSON.stringify(
          { code: codes.success, desc: say.of(commonWords.tree.success), data: example.answer },
          null,
          2,
        ),
      },
    ],
  }
}

const joined = (parts: Inline[]): Inline =>
  parts.flatMap((part, index) => (index === 0 ? part : [' · ', ...part]))

/** The request line and the body of the example; the headers of the signature are the same for every call. */
function requestOf(call: OpenCall): string {
  const { method, example } = call
  const line = `${method} ${examplePath(call)}`
  if (example.body === undefined) return line
  return `${line}\nContent-Type: application/json\n\n${JSON.stringify(example.body, null, 2)}`
}

export function fieldsOf(title: string, rows: FieldRow[], say: Say, { isAnswer = false } = {}): Block[] {
  if (rows.length === 0) return []
  const head = [
    say('field'),
    say('type'),
    ...(isAnswer ? [] : [say('required')]),
    say('limit'),
    say('description'),
  ]
  return [
    paragraph(title),
    {
      kind: 'table',
      head: head.map(inline),
      rows: rows.map((row) => [
        code(row.name),
        inline(row.isNullable ? say('orNull', { type: row.type }) : row.type),
        ...(isAnswer ? [] : [inline(say(row.isRequired ? 'yes' : 'no'))]),
        limitOf(row, say),
        inline(row.words ? say.of(row.words) : ''),
      ]),
    },
  ]
}

const exampleInstant = '2026-09-22T01:30:00.000Z'

/** The values that a field can have: choices, or a range of its length, its value or its number of entries. */
function limitOf({ type, isInstant, choices, min, max }: FieldRow, say: Say): Inline {
  if (isInstant) return inline(say('instant', { example: exampleInstant }))
  if (choices) return joined(choices.map(code))
  if (min === null && max === null) return []
  const range = max === null ? `≥ ${min}` : min === null ? `≤ ${max}` : `${min}–${max}`
  if (type === 'string') return [say('characters', { range })]
  return [type === 'array' ? say('entries', { range }) : range]
}
