import type { Language } from '@kabao/contract/kernel/language'
import { type ConnectionTemplate, connectionTemplate } from '@kabao/contract/partners/template'
import { type ReadTemplate, readTemplate, writeTemplate } from '#partners'
import { blankForm, contentOf, fromTemplate, type TemplateForm, toTemplate } from './form.ts'
import { pairAt } from './pairs.ts'

/** A template while it is typed: both views of it. */
export interface Draft {
  /** The whole template as JSON. */
  text: string
  /** The template as the form shows it; undefined if it says more than the form can, or is no template. */
  form: TemplateForm | undefined
}

export function draftOfText(text: string, language: Language): Draft {
  const { template } = readText(text, language)
  return { text, form: template ? fromTemplate(template) : undefined }
}

export const draftOfForm = (form: TemplateForm): Draft => ({ text: writeTemplate(toTemplate(form)), form })

/** The text of a stored template; a blank one if there is none. */
export const textOf = (template: ConnectionTemplate | null): string =>
  writeTemplate(template ?? toTemplate(blankForm()))

export const readText = (text: string, language: Language): ReadTemplate<ConnectionTemplate> =>
  readTemplate(connectionTemplate, text, language)

/** Where the form shows what stands at a path of the template. @param line of the text at the path */
export function placeInForm(form: TemplateForm, path: string, line: number | null): string {
  const [root, stage = '', part, ...rest] = path.split('.')
  const spec = root === 'stages' ? form.stages[stage as keyof TemplateForm['stages']] : undefined
  if (!spec) return path
  const at = (name: string) => ['stages', stage, name, ...rest].join('.')
  if (part === 'method' || part === 'content') return at('send')
  if (part !== 'body') return path
  const nth = line === null ? -1 : pairAt(contentOf(spec), spec.fields, line)
  return nth < 0 ? at('fields') : at(`fields.${nth}.value`)
}

/** The hosts that a template calls, with their ports. */
export const hostsOf = (template: Pick<ConnectionTemplate, 'stages'> | null): string[] =>
  Object.values(template?.stages ?? {}).flatMap(
    (stage) => /^https?:\/\/([^/?#{]+)/.exec(stage?.url ?? '')?.[1] ?? [],
  )
