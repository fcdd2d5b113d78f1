/** The tables with a row of a person, each with the column that names the person. */
export const keyOf: ReadonlyMap<string, string> = new Map([
  ['user', 'id'],
  ...[
    'consent',
    'due_step',
    'lead',
    'login_ticket',
    'match_run',
    'offer',
    'payment_order',
    'push_attempt',
    'push_dedupe',
    'push_record',
    'push_return',
    'push_target',
    'push_trouble',
    'step_taken',
    'user_click',
    'user_consent',
    'user_move',
  ].map((table) => [table, 'user_id'] as const),
])

/** What can follow the name of a table and is no alias. */
const words = new Set(
  'cross full group having inner join left limit on order returning right set union using values where for default select except'.split(
    ' ',
  ),
)

const mention = /\b(from|join|update|into|using)\s+(?:only\s+)?"?(\w+)"?(?:\s+(?:as\s+)?"?(\w+)"?)?/gi
const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length

/**
 * The tables of people that a statement reads or changes without saying of whom: a table needs a comparison of its key, an `insert` its
 * value. A statement with one alias twice needs two comparisons. What is in quotes is not seen.
 */
export function unkeyed(statement: string): string[] {
  const text = statement
    .replace(/--.*$/gm, ' ')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\s+/g, ' ')
  const needed = new Map<string, { table: string; pattern: RegExp; times: number }>()
  const found: string[] = []
  for (const { 0: all, 1: how = '', 2: table = '', 3: next = '', index } of text.matchAll(mention)) {
    const key = keyOf.get(table)
    // A bare `user` is a word of PostgreSQL.
    if (!key || (table === 'user' && !all.includes('"user"'))) continue
    if (how.toLowerCase() === 'into') {
      // A new person has no number yet.
      if (table === 'user') continue
      const columns = /^[^(]*\(([^)]*)\)/.exec(text.slice(index))?.[1] ?? ''
      if (!columns.split(',').some((column) => column.trim() === key)) found.push(table)
      continue
    }
    const alias = words.has(next.toLowerCase()) ? '' : next
    const name = alias ? `"?${alias}"?\\."?${key}"?` : `(?:"?${table}"?\\.)?"?${key}"?`
    const before = '(?<![\\w."])'
    const patterns = [
      `${before}${name} ?(?:=|in ?\\()`,
      `= ?(?:any\\()?${before}${name}(?!\\w)`,
      // A comparison of rows.
      `\\((?:[\\w.]+, )*${name}(?:, [\\w.]+)*\\) ?(?:=|in ?\\()`,
      `\\busing \\((?:\\w+, )*${key}\\b`,
    ]
    const known = needed.get(`${alias} ${table}`)
    if (known) known.times++
    else needed.set(`${alias} ${table}`, { table, pattern: new RegExp(patterns.join('|'), 'gi'), times: 1 })
  }
  for (const { table, pattern, times } of needed.values()) if (count(text, pattern) < times) found.push(table)
  return [...new Set(found)].sort()
}
