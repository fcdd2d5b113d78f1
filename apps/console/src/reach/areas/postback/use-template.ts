import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import { type PostbackDetail, postback } from '@kabao/contract/reach/postback'
import { type PostbackTemplate, postbackTemplate } from '@kabao/contract/reach/postback-template'
import { reachPageWords } from '@kabao/contract/reach/reach-page.words'
import { useState } from 'react'
import { ask, type Editor, message, useAnswer, useWords } from '#kit'
import {
  type FormAt,
  inTemplate,
  readTemplate,
  type SecretValues,
  usePreview,
  valueAt,
  withValue,
  writeTemplate,
} from '#partners'
import { blankTemplate, isSameKind, originOf } from './blank.ts'
import type { PostbackDraft } from './form.tsx'

/** Something wrong with the template. */
export interface Fault {
  path: string
  text: string
}

/** The code of the template that says nothing yet. */
const blankCode = 'blank'

/**
 * The template of a postback while it is typed, as fields and as a whole.
 * @param editor of the postback
 * @param entry as it is stored
 */
export function useTemplate(editor: Editor<PostbackDraft>, entry: PostbackDetail | undefined) {
  const { t, language } = useWords(reachPageWords)
  const shared = useWords(templateEditorWords)
  const { data: given = [] } = useAnswer(postback.shippedTemplates)
  const { draft, field, problems } = editor
  const { template } = draft
  const put = field('template').onChange
  const [view, setView] = useState<'form' | 'text'>('form')
  /** What is typed as a whole and cannot be read. */
  const [broken, setBroken] = useState<string | null>(null)
  /** Whether a save was tried with secrets that have no value. */
  const [isAsked, setIsAsked] = useState(false)
  const text = broken ?? writeTemplate(template)
  const read = readTemplate(postbackTemplate, text, language)
  const isInBounds = Object.keys(read.problems).length === 0
  const { preview, wrong } = usePreview(
    postback.preview,
    isInBounds ? read.template : null,
    (shown: PostbackTemplate) => ({ body: { template: shown, event: draft.event } }),
  )

  const faults: Fault[] = [
    ...Object.entries<string>(Object.assign({}, read.problems, inTemplate(wrong), inTemplate(problems))).map(
      ([path, sentence]) => ({ path, text: sentence }),
    ),
    ...(preview?.problems ?? []).map(({ path, line, words }) => {
      const sentence = words[language === 'zh-CN' ? 0 : 1]
      return {
        path,
        text: line === null ? sentence : shared.t('hint.line', { line: String(line), text: sentence }),
      }
    }),
  ]

  const origin = originOf(template.request?.url)
  const isSameHost = entry === undefined || origin === originOf(entry.template.request.url)
  const stored = entry && isSameHost ? entry.secrets : []
  const declared = Array.isArray(template.secrets) ? template.secrets : []
  const typed = Object.fromEntries(draft.secrets.map(({ name, value }) => [name, value]))
  const unset = declared
    .map(({ name }) => name)
    .filter((name) => !stored.includes(name) && !typed[name]?.trim())
  const setSecrets = field('secrets').onChange
  const secrets: SecretValues = {
    typed,
    stored,
    errorAt: (name) =>
      problems[`secrets.${draft.secrets.findIndex((each) => each.name === name)}.value`] ??
      (isAsked && unset.includes(name) ? shared.t('hint.secretNeeded') : undefined),
    set: (name, value) => {
      const others = draft.secrets.filter((each) => each.name !== name)
      setSecrets(value === '' ? others : [...others, { name, value }])
    },
  }

  // Of a template that nobody typed in yet, nothing is wrong before it is saved.
  const isBegun = isAsked || broken !== null || writeTemplate(template) !== writeTemplate(blankTemplate())
  const at: FormAt = {
    at: (path) => valueAt(template, path),
    set: (path, value) => put(withValue(template, path, value) as PostbackTemplate),
    errorAt: (path) => (isBegun ? faults.find((fault) => fault.path === path)?.text : undefined),
  }
  const setText = (next: string) => {
    const { template: found } = readTemplate(postbackTemplate, next, language)
    setBroken(found ? null : next)
    if (found) put(found)
  }

  const shipped = [
    ...given,
    { code: blankCode, words: [t('form.blank'), t('form.blank')], page: null, template: blankTemplate() },
  ] as const
  const platform = shipped.find((each) => broken === null && isSameKind(each.template, template))
  const choose = async (code: string | undefined) => {
    const from = shipped.find((each) => each.code === code)
    if (!from || from === platform) return
    const question = {
      title: shared.t('replace.begin'),
      text: shared.t('replace.text'),
      action: shared.t('replace.action'),
      isDanger: true,
    }
    if (!platform && !(await ask(question))) return
    setBroken(null)
    put(from.template)
    setSecrets([])
    const name = from.words[language === 'zh-CN' ? 0 : 1].slice(0, 40)
    if (draft.name === '' && code !== blankCode) field('name').onChange(name)
  }

  const save = async (): Promise<boolean> => {
    if (broken !== null) {
      setView('text')
      message.error(t('form.notJson'))
      return false
    }
    setIsAsked(true)
    // What the service refused before is sent again.
    const isRefusedAt = inTemplate(problems)
    const isFilled = editor.review()
    if (!isFilled || unset.length > 0 || faults.some(({ path }) => !(path in isRefusedAt))) return false
    return editor.save()
  }
  return {
    template,
    shipped,
    platform,
    choose,
    view,
    setView,
    text,
    setText,
    isJson: read.template !== null || read.line === null,
    faults,
    isShipped: platform !== undefined && platform.code !== blankCode,
    request: (broken === null && preview?.request) || null,
    isShown: isBegun && (preview !== undefined || faults.length > 0 || broken !== null),
    at,
    declared,
    maps: Array.isArray(template.maps) ? template.maps : [],
    secrets,
    /** What the save refused of the template as a whole, or of its secrets. */
    refused: problems.template ?? problems.secrets,
    newHost: !isSameHost && entry.secrets.length > 0 ? origin?.replace(/^https?:\/\//, '') : undefined,
    save,
  }
}
export type TemplateOf = ReturnType<typeof useTemplate>
