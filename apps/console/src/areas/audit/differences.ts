/** A field of a target, before and after; undefined where it was not recorded on that side. */
export interface FieldChange {
  name: string
  before: string | undefined
  after: string | undefined
}

type Values = Record<string, unknown> | null

/** The fields of both sides, those that changed apart from those that stayed. Nested ones are named `profile.income`. */
export function differencesOf(
  before: Values,
  after: Values,
): { changed: FieldChange[]; same: FieldChange[] } {
  const [old, now] = [flat(before), flat(after)]
  const names = [...new Set([...old.keys(), ...now.keys()])]
  const fields = names.map((name): FieldChange => ({ name, before: old.get(name), after: now.get(name) }))
  // Where one side is not recorded at all, everything on the other is news.
  const isSame = ({ before: one, after: other }: FieldChange) =>
    one === other || (before !== null && after !== null && other === undefined)
  return { changed: fields.filter((field) => !isSame(field)), same: fields.filter(isSame) }
}

function flat(values: Values, prefix = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [name, value] of Object.entries(values ?? {})) {
    if (isNested(value)) for (const [path, text] of flat(value, `${prefix}${name}.`)) found.set(path, text)
    else found.set(prefix + name, textOf(value))
  }
  return found
}

const isNested = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
