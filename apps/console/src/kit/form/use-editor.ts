import type { FieldProblems } from '@kabao/contract/kernel/envelope'
import { codes } from '@kabao/contract/kernel/envelope'
import { formWords } from '@kabao/contract/kernel/form.words'
import type { AnswerOf, Endpoint } from '@kabao/contract/kernel/kernel'
import type { NumberBounds } from '@kabao/contract/kernel/number-text'
import { wordIssues } from '@kabao/contract/kernel/problems'
import { useState } from 'react'
import * as z from 'zod/mini'
import { asJson } from '../call/as-json.ts'
import { useSend } from '../call/query.ts'
import { Refusal } from '../call/refusal.ts'
import { type SendArguments, type SendInput, send } from '../call/send.ts'
import { message } from '../message/message.ts'
import { useWords } from '../words/words.ts'
import { isLeftOut, shapeOf } from './body-shape.ts'
import { boundsOf } from './bounds-of.ts'
import type { Input } from './input.ts'
import { useProblems } from './use-problems.ts'

type Entry = { id: string; version: number }
export type Draft = Record<string, unknown>

interface EditorOptions<C extends Endpoint, U extends Endpoint, D extends Draft> {
  create: C
  update: U
  /** Reads the entry again if the refusal does not include it. */
  get: Endpoint
  /** The entry that is edited; absent for a new one. */
  entry?: (AnswerOf<U> & Entry) | undefined
  blank: D
  /** The form values of an entry; default: its fields of the same names. */
  draftOf?: (entry: AnswerOf<U>) => D
  onSaved: (saved: AnswerOf<U> | AnswerOf<C>) => void
}

/** A field that somebody else has changed in the meantime. */
export interface Difference {
  name: string
  theirs: unknown
  mine: unknown
  /** Whether the reader has changed it too. */
  isMine: boolean
}

/** A form's draft: the contract checks it, endpoints save it, and somebody else's change does not overwrite it. */
export interface Editor<D extends Draft = Draft> {
  draft: D
  /** The props of a field; of a number also the bounds that the contract has for it. */
  field: <K extends keyof D & string>(name: K) => Input<D[K]> & NumberBounds
  isNew: boolean
  isDirty: boolean
  isSaving: boolean
  problems: FieldProblems
  /** Shows every problem of the draft; whether there is none. */
  review: () => boolean
  save: () => Promise<boolean>
  /** The fields that differ from a version that somebody else has saved; null without a conflict. */
  conflict: readonly Difference[] | null
  keepMine: () => Promise<boolean>
  takeTheirs: () => void
}

export function useEditor<C extends Endpoint, U extends Endpoint, D extends Draft>({
  create,
  update,
  get,
  entry,
  blank,
  draftOf,
  onSaved,
}: EditorOptions<C, U, D>): Editor<D> {
  const { t, language } = useWords(formWords)
  const shown = draftOf ?? ((row: AnswerOf<U>) => pick(row as Draft, Object.keys(blank)) as D)
  // The first values of the draft; fields that differ from them are the reader's own changes.
  const [base, setBase] = useState<{ draft: D; entry?: (AnswerOf<U> & Entry) | undefined }>(() => ({
    draft: entry ? { ...blank, ...shown(entry) } : blank,
    entry,
  }))
  const [draft, setDraft] = useState(base.draft)
  const [problems, setProblems] = useProblems()
  const [current, setCurrent] = useState<(AnswerOf<U> & Entry) | null>(null)
  const creating = useSend(create)
  const updating = useSend(update)
  const isSaving = creating.isPending || updating.isPending

  const schema = (entry ? update : create).body
  const shape = shapeOf(schema)
  const bodyOf = (values: D, from: Entry | undefined) => ({
    ...(from && { id: from.id, version: from.version }),
    ...withoutEmpty(pick(values, Object.keys(shape)), shape),
  })
  const check = (values: D): FieldProblems => {
    const checked = schema && z.safeParse(schema, bodyOf(values, base.entry))
    return checked && !checked.success ? wordIssues(checked.error.issues, language) : {}
  }

  const review = (values: D): boolean => {
    const found = check(values)
    setProblems(found)
    return Object.keys(found).length === 0
  }

  const save = async (values: D, from: (AnswerOf<U> & Entry) | undefined): Promise<boolean> => {
    if (isSaving) return false
    if (!review(values)) return false
    const body = bodyOf(values, from)
    try {
      const saved = await (from
        ? updating.mutateAsync({ body } as unknown as SendInput<U>)
        : creating.mutateAsync({ body } as unknown as SendInput<C>))
      message.success(t(from ? 'saved' : 'created'))
      setBase({ draft: values, entry: base.entry })
      onSaved(saved)
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) return false
      if (error.fields) setProblems(error.fields)
      else if (from && error.code === codes.conflict) setCurrent(await present(error, from))
      return false
    }
  }

  /** The entry as it is now; null if its version is the refused one, because the refusal then has another reason. */
  const present = async (refusal: Refusal, from: Entry): Promise<(AnswerOf<U> & Entry) | null> => {
    const found =
      refusal.current ??
      (await send(get, ...([{ params: { id: from.id } }] as unknown as SendArguments<Endpoint>)).catch(
        () => null,
      ))
    const row = found as (AnswerOf<U> & Entry) | null
    return row && row.version !== from.version ? row : null
  }

  const theirs = current && ({ ...blank, ...shown(current) } as D)
  const isMine = (name: string) => !same(draft[name], base.draft[name])
  const fields = Object.keys(shapeOf(update.body)).filter((name) => name in blank)
  const conflict =
    theirs &&
    fields
      .filter((name) => !same(theirs[name], base.draft[name]) && !same(theirs[name], draft[name]))
      .map((name): Difference => ({ name, theirs: theirs[name], mine: draft[name], isMine: isMine(name) }))

  const rebase = (values: D, row: AnswerOf<U> & Entry) => {
    setBase({ draft: { ...blank, ...shown(row) }, entry: row })
    setDraft(values)
    setCurrent(null)
    setProblems({})
  }

  return {
    draft,
    field: (name) => ({
      ...boundsOf(shape[name]),
      name,
      value: draft[name],
      error: problems[name],
      onChange: (value) => {
        setDraft((before) => ({ ...before, [name]: value }))
        // The problems of the parts of a list, such as `agreements.0.url`, go too.
        setProblems((before) =>
          Object.fromEntries(
            Object.entries(before).filter(([each]) => each !== name && !each.startsWith(`${name}.`)),
          ),
        )
      },
      onBlur: () => {
        const { [name]: problem } = check(draft)
        // A field that the reader has not changed shows no problem yet.
        if (problem && isMine(name)) setProblems((before) => ({ ...before, [name]: problem }))
      },
    }),
    isNew: entry === undefined,
    isDirty: !same(draft, base.draft),
    isSaving,
    problems,
    review: () => review(draft),
    save: () => save(draft, base.entry),
    conflict,
    keepMine: async () => {
      if (!current || !theirs) return false
      const kept = { ...theirs, ...pick(draft, fields.filter(isMine)) } as D
      rebase(kept, current)
      return save(kept, current)
    },
    takeTheirs: () => current && theirs && rebase(theirs, current),
  }
}

const same = (one: unknown, other: unknown) => asJson(one) === asJson(other)
const pick = (values: Draft, names: readonly string[]): Draft =>
  Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]))

/** Omits an empty text from a field that may be omitted. */
const withoutEmpty = (values: Draft, shape: Record<string, z.core.$ZodType>): Draft =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !(value === '' && shape[name] && isLeftOut(shape[name])),
    ),
  )
