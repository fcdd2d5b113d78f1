import { changeRequestWords } from '@kabao/contract/ledger/change-request.words'
import { usualOverlapDays } from '@kabao/contract/partners/previous-secret'
import type { TemplateStage } from '@kabao/contract/partners/template'
import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import type { OrgTemplate } from '@kabao/contract/supply/org-template'
import { orgTemplateWords } from '@kabao/contract/supply/org-template.words'
import { useEffect, useMemo, useRef, useState } from 'react'
import { message, Refusal, useGuard, useSend, useWords } from '#kit'
import { type FormAt, inTemplate, type SecretValues, usePreview, valueAt, withValue } from '#partners'
import type { OrgList } from '../lists.ts'
import { type Draft, draftOfForm, draftOfText, hostsOf, placeInForm, readText, textOf } from './draft.ts'
import { type TemplateForm, toTemplate } from './form.ts'
import { forgetDraft, keepDraft, readDraft } from './kept-draft.ts'
import { replacesReceiving } from './replaces.ts'
import type { Tried } from './trial-view.tsx'

/** The host of the shipped templates, which nobody answers at. */
const exampleHost = 'partner.example'

/** Something wrong with the template. */
export interface Fault {
  /** In the template. */
  path: string
  /** Where the form shows it. */
  place: string
  text: string
  isOverridable: boolean
}

/**
 * A connection template while it is typed, saved and tried.
 * @param found what somebody else saves while the page is open is met by the next save
 */
export function useConnection({ calls }: OrgList, id: string, found: OrgTemplate, stage: TemplateStage) {
  const { t, language } = useWords(orgTemplateWords)
  const shared = useWords(templateEditorWords)
  const waiting = useWords(changeRequestWords)
  const [kept, setKept] = useState(() => readDraft(id))
  // A kept draft changes the version that it began with, so the next save meets what somebody else saved since.
  const [stored, setStored] = useState(() =>
    kept ? Object.assign({}, found, { version: kept.version }) : found,
  )
  const [theirs, setTheirs] = useState<OrgTemplate | null>(null)
  const [draft, setDraft] = useState(() => draftOfText(kept?.text ?? textOf(found.template), language))
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [overlapDays, setOverlapDays] = useState<number | null>(usualOverlapDays)
  const [override, setOverride] = useState('')
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [isDirty, setIsDirty] = useState(kept !== null)
  /** Whether a save was tried with secrets that have no value. */
  const [isAsked, setIsAsked] = useState(false)
  const [tried, setTried] = useState<Tried | null>(null)
  const [address, setAddress] = useState('')
  const saving = useSend(calls.saveTemplate)
  const trying = useSend(calls.tryTemplate)
  useGuard(isDirty)

  const { form } = draft
  const read = useMemo(() => readText(draft.text, language), [draft.text, language])
  const isInBounds = Object.keys(read.problems).length === 0
  // The lines of a body are those of the form, so that a problem finds its field.
  const template = useMemo(() => (form ? toTemplate(form) : read.template), [form, read.template])
  const { preview, wrong, isCurrent } = usePreview(
    calls.previewTemplate,
    isInBounds ? template : null,
    (template) => ({ params: { id }, body: { template, stage } }),
  )

  const secrets = Array.isArray(template?.secrets) ? template.secrets.map(({ name }) => String(name)) : []
  const given = Object.entries(values).flatMap(([name, value]) =>
    value.trim() !== '' && secrets.includes(name) ? [{ name, value }] : [],
  )
  const unset = secrets.filter(
    (name) => !stored.secrets.includes(name) && !given.some((each) => each.name === name),
  )
  const isReplacing = replacesReceiving(template, stored.secrets, given)
  const known = hostsOf(stored.template)
  const newHosts = [...new Set(hostsOf(template))].filter((host) => !known.includes(host))

  const examples = Object.entries(template?.stages ?? {}).flatMap(([name, spec]) =>
    spec && hostsOf({ stages: { submit: spec } }).includes(exampleHost) ? [`stages.${name}.url`] : [],
  )

  /** That there is no template yet is nothing wrong: it may wait for a review, and a joint login may need none. */
  const isUntouched = stored.template === null && !isDirty && !isAsked

  const placeOf = (path: string, line: number | null) => (form ? placeInForm(form, path, line) : path)
  const sentences = Object.entries<string>(
    Object.assign({}, read.problems, inTemplate(wrong), inTemplate(refused)),
  )
  const typed: Fault[] = [
    ...sentences.map(([path, text]) => ({ path, place: placeOf(path, null), text, isOverridable: false })),
    ...examples.map((path) => ({ path, place: path, text: t('hint.exampleHost'), isOverridable: false })),
  ]
  const previewed = (isInBounds && template ? (preview?.problems ?? []) : []).map(
    ({ path, line, words, overridable }): Fault => {
      const text = words[language === 'zh-CN' ? 0 : 1]
      const place = placeOf(path, line)
      const isAtField = line === null || place !== path
      return {
        path,
        place,
        text: isAtField ? text : shared.t('hint.line', { line: String(line), text }),
        isOverridable: overridable,
      }
    },
  )
  const faults = isUntouched ? typed : [...typed, ...previewed]

  const change = (next: Draft) => {
    setDraft(next)
    keepDraft(id, { version: stored.version, text: next.text })
    touch()
  }
  const touch = () => {
    setIsDirty(true)
    setRefused({})
  }
  /** Nothing typed is left to save. */
  const settle = () => {
    forgetDraft(id)
    setKept(null)
    setIsDirty(false)
    setIsAsked(false)
    setValues({})
    setRefused({})
  }
  const show = ({ template }: OrgTemplate) => setDraft(draftOfText(textOf(template), language))
  const setForm = (next: TemplateForm) => change(draftOfForm(next))

  const at: FormAt | null = form
    ? {
        at: (path) => valueAt(form, path),
        set: (path, value) => setForm(withValue(form, path, value) as TemplateForm),
        errorAt: (path) => faults.find(({ place }) => place === path)?.text,
      }
    : null

  /** @returns the places of what stands in the way; null once it is saved */
  const save = async (): Promise<string[] | null> => {
    // What was wrong before the last keys may be right by now: the service decides.
    const wrong = (isCurrent ? [...typed, ...previewed] : typed)
      .filter(({ isOverridable }) => !isOverridable)
      .map(({ place }) => place)
    if (!template || !isInBounds || wrong.length > 0 || unset.length > 0) {
      setIsAsked(true)
      return unset.length > 0 ? [...wrong, 'secrets'] : wrong
    }
    try {
      const saved = await saving.mutateAsync({
        params: { id },
        body: {
          version: stored.version,
          template,
          secrets: given,
          override: override.trim() || null,
          // What is no number is refused at its field.
          overlapDays: isReplacing ? (overlapDays as number) : usualOverlapDays,
        },
      })
      // A new host waits for a review: what is stored is shown again.
      const isFiled = saved.isWaiting && saved.version === stored.version
      setStored(saved)
      if (isFiled) show(saved)
      setOverlapDays(usualOverlapDays)
      settle()
      message.success(isFiled ? waiting.t('filed') : t('saved'))
      return null
    } catch (error) {
      if (!(error instanceof Refusal)) return []
      if (error.current) setTheirs(error.current as OrgTemplate)
      setRefused(error.fields ?? {})
      return Object.keys(error.fields ?? {}).map((name) =>
        name === 'overlapDays' ? 'secrets' : name.replace(/^template\./, ''),
      )
    }
  }
  const keepMine = () => {
    if (theirs) {
      setStored(theirs)
      keepDraft(id, { version: theirs.version, text: draft.text })
    }
    setTheirs(null)
  }
  const takeTheirs = () => {
    if (theirs) {
      setStored(theirs)
      show(theirs)
    }
    setTheirs(null)
    settle()
  }
  // Once what waited is reviewed, the page shows what came of it.
  const wasWaiting = useRef(found.isWaiting)
  useEffect(() => {
    const isReviewed = wasWaiting.current || found.version !== stored.version
    wasWaiting.current = found.isWaiting
    if (!stored.isWaiting || found.isWaiting || !isReviewed || isDirty) return
    setStored(found)
    setDraft(draftOfText(textOf(found.template), language))
  }, [found, stored, isDirty, language])
  const discard = () => {
    setStored(found)
    show(found)
    settle()
  }
  const run = async () => {
    try {
      const body = { stage, address: address.trim() || null }
      const trial = await trying.mutateAsync({ params: { id }, body })
      setTried({ stage, trial })
      const { outcome = 'unknown' } = trial.reading ?? {}
      if (body.address === null && outcome !== 'unknown')
        setStored((before) => Object.assign({}, before, { trialAnsweredAt: new Date().toISOString() }))
    } catch (error) {
      if (error instanceof Refusal && error.fields) setRefused(error.fields)
    }
  }
  const secretValues: SecretValues = {
    typed: values,
    stored: stored.secrets,
    errorAt: (name) =>
      refused[`secrets.${given.findIndex((each) => each.name === name)}.value`] ??
      (isAsked && unset.includes(name) ? shared.t('hint.secretNeeded') : undefined),
    set: (name, value) => {
      setValues((before) => Object.assign({}, before, { [name]: value }))
      touch()
    },
  }
  return {
    stored,
    draft,
    read,
    template,
    preview,
    faults,
    unset,
    newHosts,
    kept,
    theirs,
    refused,
    isDirty,
    form: at,
    secrets: {
      of: secretValues,
      isReplacing,
      overlapDays,
      setOverlapDays,
      /** The names of those that are stored or typed. */
      set: secrets.filter((name) => !unset.includes(name)),
    },
    override: { value: override, set: setOverride },
    trial: { tried, run, address, setAddress, isRunning: trying.isPending },
    setForm,
    save,
    keepMine,
    takeTheirs,
    discard,
    isSaving: saving.isPending,
    put: change,
    setText: (text: string) => change(draftOfText(text, language)),
  }
}
export type Connection = ReturnType<typeof useConnection>
