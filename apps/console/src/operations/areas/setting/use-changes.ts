import { codes } from '@kabao/contract/kernel/envelope'
import type { Language } from '@kabao/contract/kernel/language'
import { wordIssues, wordSchemaProblem } from '@kabao/contract/kernel/problems'
import {
  type SettingChanges,
  type SettingKey,
  type SettingRow,
  type SettingValue,
  setting,
  settingDefinitions,
  standardOf,
  unfitTogether,
} from '@kabao/contract/operations/setting'
import { useReducer } from 'react'
import { mapProblems, queries, queryKey, Refusal, useLanguage, useSend, useWordAnew } from '#kit'

/** An unsaved change; `value` null restores the default, `version` is the version that was read. */
export interface Change {
  value: unknown
  version: number
}
type Changes = { [K in SettingKey]?: Change }
/** Messages by key; for one of two texts, by `key.0` and `key.1`. */
type Problems = Record<string, string>
interface Draft {
  changes: Changes
  problems: Problems
}

export type Act =
  | { act: 'change'; row: SettingRow; value: unknown }
  /** Restores the default. */
  | { act: 'reset'; row: SettingRow }
  /** The input lost the focus, so its problem is shown. */
  | { act: 'check'; key: SettingKey }
  /** Keeps the typed value although another administrator has changed the setting too. */
  | { act: 'keep'; row: SettingRow }
  | { act: 'discard'; keys: readonly SettingKey[] }
  | { act: 'refuse'; problems: Problems }
  /** Words the problems in another language. */
  | { act: 'wordAnew'; word: (sentence: string) => string }

/** The unsaved changes of the settings. */
export function useChanges(rows: readonly SettingRow[]) {
  const language = useLanguage()
  const [{ changes, problems }, dispatch] = useReducer(
    (draft: Draft, act: Act) => afterAct(draft, act, rows, language),
    { changes: {}, problems: {} },
  )
  useWordAnew((word) => dispatch({ act: 'wordAnew', word }))
  const { mutateAsync, isPending } = useSend(setting.update)
  const keys = Object.keys(changes) as SettingKey[]

  const save = async (): Promise<boolean> => {
    if (isPending || keys.length === 0) return false
    const found = problemsOf(changes, rows, language)
    dispatch({ act: 'refuse', problems: found })
    if (Object.keys(found).length > 0) return false
    try {
      const saved = await mutateAsync({ body: changes as SettingChanges })
      queries.setQueryData(queryKey(setting.list), saved)
      dispatch({ act: 'discard', keys })
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) return false
      if (error.fields) dispatch({ act: 'refuse', problems: atKeys(error.fields) })
      if (error.code === codes.conflict) queries.setQueryData(queryKey(setting.list), error.current)
      return false
    }
  }
  return { changes, problems, keys, dispatch, save, isSaving: isPending }
}

/** The value that an input shows. */
export function shownOf(row: SettingRow, change: Change | undefined): unknown {
  return change ? (change.value ?? standardOf(row.key)) : row.value
}

function afterAct(draft: Draft, act: Act, rows: readonly SettingRow[], language: Language): Draft {
  switch (act.act) {
    case 'change':
      // An empty number input reports null; only a reset may restore the default, so null becomes an empty text here.
      return put(draft, act.row, act.value ?? '')
    case 'reset':
      return put(draft, act.row, null)
    case 'check': {
      if (!draft.changes[act.key]) return draft
      const found = Object.entries(problemsOf(draft.changes, rows, language))
      const own = found.filter(([path]) => isOf(act.key, path))
      return { ...draft, problems: { ...draft.problems, ...Object.fromEntries(own) } }
    }
    case 'keep': {
      const { key, version } = act.row
      const value = draft.changes[key]?.value
      return { ...draft, changes: { ...draft.changes, [key]: { value, version } } }
    }
    case 'discard':
      return act.keys.reduce(without, draft)
    case 'refuse':
      return { ...draft, problems: act.problems }
    case 'wordAnew':
      return { ...draft, problems: mapProblems(draft.problems, act.word) }
  }
}

function put(draft: Draft, row: SettingRow, value: unknown): Draft {
  const { changes, problems } = without(draft, row.key)
  const isBack = value === null ? row.isStandard : same(value, row.value)
  if (isBack) return { changes, problems }
  const version = draft.changes[row.key]?.version ?? row.version
  return { changes: { ...changes, [row.key]: { value, version } }, problems }
}

function without({ changes, problems }: Draft, key: SettingKey): Draft {
  const { [key]: _, ...others } = changes
  const kept = Object.entries(problems).filter(([path]) => !isOf(key, path))
  return { changes: others, problems: Object.fromEntries(kept) }
}

function problemsOf(changes: Changes, rows: readonly SettingRow[], language: Language): Problems {
  const values = new Map(rows.map((row) => [row.key, shownOf(row, changes[row.key])]))
  const found: Problems = {}
  for (const key of Object.keys(changes) as SettingKey[]) {
    const { error } = settingDefinitions[key].schema.safeParse(values.get(key))
    for (const [place, sentence] of Object.entries(error ? wordIssues(error.issues, language) : {}))
      found[place === '' ? key : `${key}.${place}`] = sentence
  }
  const together = unfitTogether(<K extends SettingKey>(key: K) => values.get(key) as SettingValue<K>)
  for (const [key, problem] of together) found[key] ??= wordSchemaProblem(problem, language)
  return found
}

const isOf = (key: SettingKey, path: string) => path === key || path.startsWith(`${key}.`)
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** `export.maxRows.value` → `export.maxRows` */
const atKeys = (fields: Problems): Problems =>
  Object.fromEntries(Object.entries(fields).map(([path, sentence]) => [path.replace('.value', ''), sentence]))
