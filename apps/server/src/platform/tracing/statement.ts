import { currentSpan, openSpan, type Span } from './tracing.ts'

/** Literals and, so that they are left alone, parameters, quoted names and words. */
const parts =
  /e'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|\$\d+|"(?:[^"]|"")*"|[a-z_][\w$]*|\d[\d.]*(?:e[+-]?\d+)?/gi

/** The longest text of a statement in a span. */
const longest = 2_000
/** How many texts are kept, because the same statements come again and again. */
const mostKept = 1_000
const kept = new Map<string, string>()

/** The text of a statement with `?` for each literal; parameters are only numbered in it. */
export function withoutValues(text: string): string {
  const known = kept.get(text)
  if (known !== undefined) return known
  const plain = text
    .replace(parts, (part) => (/^(e?'|\d|\$\D|\$\$)/i.test(part) && !/^\$\d+$/.test(part) ? '?' : part))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest)
  if (kept.size >= mostKept) kept.clear()
  kept.set(text, plain)
  return plain
}

/** Begins the span of a statement, as a part of the work that sends it; null if that is not traced. */
export function openStatement(text: string): Span | null {
  if (currentSpan() === null) return null
  const plain = withoutValues(text)
  const operation = (/^\w+/.exec(plain)?.[0] ?? 'query').toUpperCase()
  return openSpan({
    name: operation,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': plain,
    },
  })
}
