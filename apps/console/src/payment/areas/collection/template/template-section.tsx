import type { FieldProblems } from '@kabao/contract/kernel/envelope'
import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import { collection } from '@kabao/contract/payment/collection'
import {
  type PaymentStage,
  paymentFields,
  paymentStages,
  paymentTemplate,
} from '@kabao/contract/payment/payment-template'
import { paymentTemplateWords } from '@kabao/contract/payment/payment-template.words'
import { lazy, Suspense, useState } from 'react'
import { ask, Button, SelectField, Skeleton, Tabs, useAnswer, useWords } from '#kit'
import { FormSection } from '#kit/form/form-section.tsx'
import { loadChunk } from '#kit/page/chunk.ts'
import {
  FieldHelp,
  readTemplate,
  SecretRows,
  TemplatePreview,
  usePreview,
  valueAt,
  withValue,
  writeTemplate,
} from '#partners'
import rowClasses from '#partners/template/rows.module.css'
import classes from '#partners/template/template.module.css'
import { blankStage, blankTemplate } from './blank.ts'
import { CallbackFields } from './callback-fields.tsx'
import type { TemplateForm } from './form.ts'
import { StageFields } from './stage-fields.tsx'

const JsonEditor = lazy(() => loadChunk(() => import('#partners/template/json-editor.tsx')))

type Tab = PaymentStage | 'callback' | 'secrets' | 'json'
const tabs: readonly Tab[] = [...paymentStages, 'callback', 'secrets', 'json']
const isStage = (tab: Tab): tab is PaymentStage => (paymentStages as readonly string[]).includes(tab)
/** The tab of a part: `stages.query.url` → `query`. */
const tabOf = (path: string): Tab => {
  const [root, stage] = path.split('.')
  return tabs.find((tab) => tab === (root === 'stages' ? stage : root)) ?? 'json'
}

interface SectionProps {
  /** The template as JSON. */
  value: string
  onChange: (value: string) => void
  /** What the last save refused: `template.stages.create.url`, or `template` as a whole. */
  refused: FieldProblems
}

/** The payment template of a collection channel: fields for each of its parts, or JSON, with a preview while it is typed. */
export function TemplateSection({ value, onChange, refused }: SectionProps) {
  const { t, language } = useWords(paymentTemplateWords)
  const editor = useWords(templateEditorWords)
  const { data: shipped = [] } = useAnswer(collection.shippedTemplates)
  const [chosen, setTab] = useState<Tab>('create')
  const read = readTemplate(paymentTemplate, value, language)
  const { template, problems: wrong } = read
  const tab = template ? chosen : 'json'
  const stage = isStage(tab) ? tab : 'create'
  const isInBounds = Object.keys(wrong).length === 0
  const { preview } = usePreview(collection.previewTemplate, isInBounds ? template : null, (template) => ({
    body: { template, stage },
  }))
  const found = isInBounds
    ? (preview?.problems ?? [])
    : Object.entries(wrong).map(([path, sentence]) => ({
        path,
        line: null,
        column: null,
        code: '',
        overridable: false,
        words: [sentence, sentence] as [string, string],
      }))

  const refusedAt = Object.keys(refused).find((path) => path.startsWith('template.'))
  // While it renders, so that the refused field is there when the form moves the focus to it.
  const [opened, setOpened] = useState<string | undefined>(undefined)
  if (refusedAt !== opened) {
    setOpened(refusedAt)
    if (refusedAt) setTab(tabOf(refusedAt.slice('template.'.length)))
  }

  const begin = async (text: string) => {
    const question = { title: editor.t('replace.begin'), text: editor.t('replace.text') }
    if (value === '' || (await ask({ ...question, action: editor.t('replace.action'), isDanger: true })))
      onChange(text)
  }
  const start = (
    <SelectField
      name="shipped"
      label={editor.t('begin')}
      value={undefined}
      options={shipped.map(({ code, words }) => ({
        value: code,
        label: words[language === 'zh-CN' ? 0 : 1],
      }))}
      onChange={(code: string | undefined) => {
        const from = shipped.find((each) => each.code === code)
        if (from) void begin(writeTemplate(from.template))
      }}
    />
  )
  if (value === '')
    return (
      <FormSection title={t('title')}>
        <p className={classes.hint}>{t('hint.start')}</p>
        {start}
        <div>
          <Button variant="default" onClick={() => void begin(writeTemplate(blankTemplate()))}>
            {t('blank')}
          </Button>
        </div>
        {refused.template !== undefined && (
          <p className={classes.error} role="alert">
            {refused.template}
          </p>
        )}
      </FormSection>
    )

  const nameOf = (path: string) => {
    const [root, part, ...rest] = path.split('.')
    if (root === 'stages') return `${t(`stage.${part as PaymentStage}`)} ${rest.join('.')}`
    return root === 'callback' ? `${t('callback')} ${[part, ...rest].join('.')}` : path
  }
  const sentenceOf = ({ line, words }: (typeof found)[number]) => {
    const text = words[language === 'zh-CN' ? 0 : 1]
    return line === null ? text : editor.t('hint.line', { line: String(line), text })
  }
  const form: TemplateForm | null = template && {
    template,
    at: (path) => valueAt(template, path),
    set: (path, next) => onChange(writeTemplate(withValue(template, path, next))),
    errorAt: (path) => {
      const problem = found.find((each) => each.path === path)
      return problem ? sentenceOf(problem) : refused[`template.${path}`]
    },
  }
  const marks =
    read.template === null && read.line !== null
      ? [{ path: null, text: editor.t('hint.notJson') }]
      : [
          ...found.map(({ path, words }) => ({
            path,
            text: `${path}: ${words[language === 'zh-CN' ? 0 : 1]}`,
          })),
          ...(refused.template === undefined ? [] : [{ path: null, text: refused.template }]),
        ]
  const labelOf = (each: Tab) => (isStage(each) ? t(`stage.${each}`) : t(each))
  const isSet = (each: Tab) => isStage(each) && template?.stages[each] !== undefined
  return (
    <FormSection title={t('title')}>
      {start}
      <Tabs value={tab} onChange={(next) => setTab(next as Tab)} keepMounted={false}>
        <Tabs.List>
          {tabs.map((each) => (
            <Tabs.Tab key={each} value={each} disabled={template === null && each !== 'json'}>
              {labelOf(each)}
              {found.some(({ path }) => tabOf(path) === each) ? ' ⚠' : isSet(each) ? ' ●' : ''}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <div className={classes.columns}>
        <div className={classes.fields}>
          {form === null || tab === 'json' ? (
            <>
              <Suspense fallback={<Skeleton count={8} />}>
                <JsonEditor label={t('field.json')} value={value} onChange={onChange} marks={marks} />
              </Suspense>
              {template === null && <p className={classes.hint}>{t('hint.fix')}</p>}
            </>
          ) : tab === 'callback' ? (
            <CallbackFields form={form} />
          ) : tab === 'secrets' ? (
            <>
              <SecretRows form={form} />
              <p className={rowClasses.hint}>{t('hint.maps')}</p>
            </>
          ) : form.template.stages[tab] ? (
            <>
              <StageFields key={tab} form={form} stage={tab} />
              {tab !== 'create' && (
                <div>
                  <Button
                    variant="default"
                    onClick={async () => {
                      const title = editor.t('replace.stage', { stage: t(`stage.${tab}`) })
                      const question = { title, text: editor.t('replace.text'), isDanger: true }
                      if (await ask({ ...question, action: editor.t('replace.action') }))
                        form.set(`stages.${tab}`, undefined)
                    }}
                  >
                    {editor.t('removeStage')}
                  </Button>
                </div>
              )}
            </>
          ) : (
            <>
              <p className={classes.hint}>{editor.t('noStage')}</p>
              <div>
                <Button variant="default" onClick={() => form.set(`stages.${tab}`, blankStage(tab))}>
                  {editor.t('addStage')}
                </Button>
              </div>
            </>
          )}
        </div>
        <section className={classes.side} aria-label={editor.t('preview.title')}>
          <TemplatePreview
            preview={
              isInBounds
                ? preview && { ...preview, request: isStage(tab) ? preview.request : null }
                : { problems: found, request: null }
            }
            hint={t('hint.preview')}
            nameOf={nameOf}
          />
          <FieldHelp fields={paymentFields} />
          <p className={classes.hint}>{t('hint.bill')}</p>
        </section>
      </div>
    </FormSection>
  )
}
