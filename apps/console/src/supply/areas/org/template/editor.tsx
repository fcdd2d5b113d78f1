import { formWords } from '@kabao/contract/kernel/form.words'
import type { TemplateStage } from '@kabao/contract/partners/template'
import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import type { OrgTemplate } from '@kabao/contract/supply/org-template'
import { orgTemplateWords } from '@kabao/contract/supply/org-template.words'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import {
  Alert,
  ask,
  Button,
  Can,
  formatInstant,
  SelectField,
  Skeleton,
  Tabs,
  TextField,
  useAnswer,
  useOpenTab,
  usePermission,
  useWords,
  type WordsOf,
} from '#kit'
import { FormSection } from '#kit/form/form-section.tsx'
import { WaitingChange } from '#ledger'
import { OverlapField, PreviousSecrets, SecretRows, SecretValue, ShownText, TemplatePreview } from '#partners'
import classes from '#partners/template/template.module.css'
import type { OrgList } from '../lists.ts'
import own from './connection.module.css'
import { draftOfText, textOf } from './draft.ts'
import { blankStage, type TemplateForm } from './form.ts'
import { StageFields } from './stage-fields.tsx'
import { StageTrial } from './trial-view.tsx'
import { type Connection as Connected, useConnection } from './use-connection.ts'

const JsonEditor = lazy(() => import('#partners/template/json-editor.tsx'))

interface EditorProps {
  of: OrgList
  id: string
  found: OrgTemplate
}

type Part = TemplateStage | 'secrets'
const plainTabs = ['submit', 'check', 'login', 'query', 'secrets', 'text'] as const
const jointTabs = ['login', 'submit', 'check', 'query', 'secrets', 'text'] as const

/** The template of an organization as a form or as a whole, with the request that it makes, and a trial. */
export default function ConnectionEditor({ of, id, found }: EditorProps) {
  const { t, language } = useWords(orgTemplateWords)
  const editor = useWords(templateEditorWords)
  const kitForm = useWords(formWords)
  const [named, setNamed] = useOpenTab<Part | 'text'>(of.isJoint ? jointTabs : plainTabs)
  const [tab, setTab] = useState(named)
  useEffect(() => setTab(named), [named])
  const [part, setPart] = useState<Part>(tab === 'text' ? (of.isJoint ? 'login' : 'submit') : tab)
  const stage = part === 'secrets' ? (of.isJoint ? 'login' : 'submit') : part
  const connection = useConnection(of, id, found, stage)
  const { stored, draft, theirs, kept, faults, newHosts, refused, isDirty, trial, override } = connection
  const [isBeginning, setIsBeginning] = useState(false)
  const { data: shipped = [] } = useAnswer(of.calls.shippedTemplates, {}, { enabled: isBeginning })
  const fields = useRef<HTMLFormElement>(null)
  const answer = useRef<HTMLDivElement>(null)

  const choose = (next: string | null) => {
    if (next !== 'text') setPart(next as Part)
    setTab(next as Part | 'text')
    // Another address of a page with unsaved changes asks whether they may be lost.
    if (!isDirty) setNamed(next)
  }
  // Counts the saves that found something wrong: after each, the first field with a problem gets the focus.
  const [wrongs, setWrongs] = useState(0)
  useEffect(() => {
    if (wrongs > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [wrongs])
  useEffect(() => {
    if (trial.tried) answer.current?.scrollIntoView?.({ block: 'nearest' })
  }, [trial.tried])
  const save = async (event?: FormEvent) => {
    event?.preventDefault()
    const wrong = await connection.save()
    if (wrong === null) return
    const [root, named] = wrong[0]?.split('.') ?? []
    if (tab !== 'text' && root === 'stages' && named) choose(named)
    if (tab !== 'text' && root === 'secrets') choose('secrets')
    setWrongs((before) => before + 1)
  }

  const begin = async (code: string | undefined) => {
    const from = shipped.find((each) => each.code === code)
    if (!from) return
    const question = {
      title: editor.t('replace.begin'),
      text: editor.t('replace.text'),
      action: editor.t('replace.action'),
      isDanger: true,
    }
    const isBlank = draft.text === textOf(null)
    if (isBlank || (await ask(question))) connection.put(draftOfText(textOf(from.template), language))
  }
  const maySave = usePermission(of.calls.saveTemplate)
  const general = refused.template ?? refused.secrets ?? refused.stage
  const hasOverridable = faults.some(({ isOverridable }) => isOverridable)
  return (
    <>
      <div className={own.notes}>
        {stored.isWaiting && <WaitingChange kind="orgTemplate" targetId={id} />}
        {kept && !theirs && (
          <Alert color="blue" role="status" title={t('kept.title')}>
            <Button size="xs" variant="default" onClick={connection.discard}>
              {t('kept.discard')}
            </Button>
          </Alert>
        )}
        {theirs && (
          <Alert color="orange" title={kitForm.t('conflict.title')} role="alert">
            <p className={classes.hint}>{t('conflict')}</p>
            <ShownText>{JSON.stringify(theirs.template, null, 2)}</ShownText>
            <Button size="xs" onClick={connection.keepMine}>
              {t('keep')}
            </Button>{' '}
            <Button size="xs" variant="default" onClick={connection.takeTheirs}>
              {kitForm.t('conflict.take')}
            </Button>
          </Alert>
        )}
      </div>
      <div className={own.columns}>
        <form ref={fields} noValidate onSubmit={(event) => void save(event)}>
          <SelectField
            name="shipped"
            label={editor.t('begin')}
            value={undefined}
            options={shipped.map(({ code, words }) => ({
              value: code,
              label: words[language === 'zh-CN' ? 0 : 1],
            }))}
            onWanted={() => setIsBeginning(true)}
            onChange={(code: string | undefined) => void begin(code)}
          />
          <Tabs
            value={tab === 'text' ? 'text' : 'form'}
            onChange={(view) => choose(view === 'text' ? 'text' : part)}
          >
            <Tabs.List aria-label={editor.t('view.label')}>
              <Tabs.Tab value="form">{editor.t('view.form')}</Tabs.Tab>
              <Tabs.Tab value="text">{editor.t('view.text')}</Tabs.Tab>
            </Tabs.List>
          </Tabs>
          {tab === 'text' ? (
            <TextView connection={connection} />
          ) : draft.form && connection.form ? (
            <FormView of={of} part={part} choose={choose} form={draft.form} connection={connection} />
          ) : (
            <div className={own.form}>
              <p className={classes.hint} role="status">
                {t('hint.more')}
              </p>
              <div>
                <Button variant="default" onClick={() => choose('text')}>
                  {editor.t('view.text')}
                </Button>
              </div>
            </div>
          )}
          {(tab === 'text' || part === 'secrets') && (
            <SecretOverlap of={of} id={id} connection={connection} />
          )}
          {/* Enter saves; its button is at the foot. */}
          <button type="submit" hidden disabled={theirs !== null || !maySave} />
        </form>
        <section className={own.side} aria-label={editor.t('preview.title')}>
          <TemplatePreview
            heading="h2"
            preview={shownPreview(connection, editor.t)}
            hint={t('preview.hint')}
            nameOf={nameIn(t)}
          />
          <div ref={answer} className={classes.trial}>
            <h2 className={classes.heading}>{editor.t('trial.title')}</h2>
            {stored.trialAnsweredAt && (
              <p className={classes.hint}>
                {t('trial.last', { at: formatInstant(stored.trialAnsweredAt, language) })}
              </p>
            )}
            <Can use={of.calls.tryTemplate}>
              <TextField
                name="address"
                label={t('field.address')}
                description={t('hint.address')}
                value={trial.address}
                error={refused.address}
                onChange={trial.setAddress}
              />
            </Can>
            {trial.tried ? (
              <StageTrial {...trial.tried} />
            ) : (
              <p className={classes.hint}>{editor.t('trial.none')}</p>
            )}
          </div>
        </section>
      </div>
      <div className={own.foot}>
        {general !== undefined && (
          <p className={classes.error} role="alert">
            {general}
          </p>
        )}
        {newHosts.length > 0 && (
          <p className={classes.hint}>{t('hint.newHost', { host: newHosts.join(', ') })}</p>
        )}
        {hasOverridable && (
          <div className={own.reason}>
            <TextField
              name="override"
              label={t('field.override')}
              value={override.value}
              error={refused.override}
              onChange={override.set}
            />
          </div>
        )}
        <Can use={of.calls.tryTemplate}>
          {isDirty && <span className={classes.hint}>{editor.t('trial.unsaved')}</span>}
          <Button
            variant="default"
            loading={trial.isRunning}
            disabled={isDirty || !stored.template?.stages[stage]}
            onClick={() => void trial.run()}
          >
            {editor.t('trial.run')}
          </Button>
        </Can>
        <Can use={of.calls.saveTemplate}>
          <Button loading={connection.isSaving} disabled={theirs !== null} onClick={() => void save()}>
            {t('save')}
          </Button>
        </Can>
      </div>
    </>
  )
}

type Say = WordsOf<typeof orgTemplateWords.tree>['t']

type SayOfEditor = WordsOf<typeof templateEditorWords.tree>['t']

/** What the part of a template at a path is called. */
const nameIn = (t: Say) => (path: string) => {
  const [root, stage, ...rest] = path.split('.')
  return root === 'stages' && stage ? `${t(`stage.${stage as TemplateStage}`)} ${rest.join('.')}` : path
}

/** The preview, with everything that stands in the way of a save. */
function shownPreview({ preview, read, faults, unset }: Connected, editor: SayOfEditor) {
  const isRead = read.template !== null
  if (isRead && !preview && faults.length === 0) return undefined
  const plain = (path: string, text: string) => ({
    path,
    line: null,
    column: null,
    code: '',
    words: [text, text] as [string, string],
    overridable: false,
  })
  return {
    request: (isRead && preview?.request) || null,
    problems: [
      ...(isRead || faults.length > 0 ? [] : [plain(editor('field.template'), editor('hint.notJson'))]),
      ...faults.map(({ path, text }) => plain(path, text)),
      ...unset.map((name) => plain(editor('field.secretOf', { name }), editor('hint.secretUnset'))),
    ],
  }
}

interface ViewProps {
  connection: Connected
}

function TextView({ connection: { draft, read, faults, template, secrets, setText } }: ViewProps) {
  const editor = useWords(templateEditorWords)
  const isJson = read.template !== null || read.line === null
  const marks = isJson
    ? faults.map(({ path, text }) => ({ path, text: `${path}: ${text}` }))
    : [{ path: null, text: editor.t('hint.notJson') }]
  return (
    <div className={own.form}>
      <Suspense fallback={<Skeleton count={16} />}>
        <JsonEditor label={editor.t('field.template')} value={draft.text} onChange={setText} marks={marks} />
      </Suspense>
      {Array.isArray(template?.secrets) &&
        template.secrets.map((secret) => <SecretValue key={secret.name} of={secrets.of} secret={secret} />)}
    </div>
  )
}

interface FormViewProps extends ViewProps {
  of: OrgList
  part: Part
  choose: (part: string | null) => void
  form: TemplateForm
}

function FormView({ of, part, choose, form, connection }: FormViewProps) {
  const { t } = useWords(orgTemplateWords)
  const editor = useWords(templateEditorWords)
  const { form: at, faults, unset, secrets, setForm } = connection
  if (!at) return null
  const parts = (of.isJoint ? jointTabs : plainTabs).filter((each) => each !== 'text') as Part[]
  const spec = part === 'secrets' ? undefined : form.stages[part]
  const isWrong = (each: Part) =>
    each === 'secrets'
      ? unset.length > 0 || faults.some(({ place }) => place.startsWith('secrets'))
      : faults.some(({ place }) => place.startsWith(`stages.${each}.`))
  const isSet = (each: Part) => each !== 'secrets' && form.stages[each] !== undefined
  const withStage = (stage: TemplateStage, next: TemplateForm['stages'][TemplateStage]) => {
    const { [stage]: _, ...others } = form.stages
    setForm(Object.assign({}, form, { stages: next ? Object.assign(others, { [stage]: next }) : others }))
  }
  const remove = async (stage: TemplateStage) => {
    const question = {
      title: editor.t('replace.stage', { stage: t(`stage.${stage}`) }),
      text: editor.t('replace.text'),
      action: editor.t('replace.action'),
      isDanger: true,
    }
    if (await ask(question)) withStage(stage, undefined)
  }
  const none = faults.find(({ place }) => place === 'stages')
  return (
    <>
      <Tabs value={part} onChange={choose} variant="pills" mt={8}>
        <Tabs.List aria-label={t('title')}>
          {parts.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {each === 'secrets' ? t('secrets') : t(`stage.${each}`)}
              {isWrong(each) ? ' ⚠' : isSet(each) ? ' ●' : ''}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <div className={own.form}>
        {none && (
          <p className={classes.error} role="alert">
            {none.text}
          </p>
        )}
        {part === 'secrets' ? (
          <FormSection title={t('secrets')}>
            <SecretRows
              form={at}
              beside={(index) => {
                const secret = form.secrets[index]
                return secret && <SecretValue of={secrets.of} secret={secret} />
              }}
            />
            {form.maps.length > 0 && <p className={classes.hint}>{t('hint.kept')}</p>}
          </FormSection>
        ) : spec ? (
          <>
            <StageFields
              key={part}
              form={at}
              stage={part}
              spec={spec}
              set={secrets.set}
              setSign={(sign, secret) => {
                const declared = secret ? form.secrets.concat(secret) : form.secrets
                const stages = Object.assign({}, form.stages, { [part]: Object.assign({}, spec, { sign }) })
                setForm(Object.assign({}, form, { secrets: declared, stages }))
              }}
            />
            <div>
              <Button variant="default" onClick={() => void remove(part)}>
                {editor.t('removeStage')}
              </Button>
            </div>
          </>
        ) : (
          <>
            <p className={classes.hint}>
              {editor.t('noStage')} {of.isJoint && part === 'login' && t('hint.noLogin')}
            </p>
            <div>
              <Button variant="default" onClick={() => withStage(part, blankStage())}>
                {editor.t('addStage')}
              </Button>
            </div>
          </>
        )}
      </div>
    </>
  )
}

/** For how long replaced secrets stay valid, and those that still are. */
function SecretOverlap({ of: { calls }, id, connection }: Pick<EditorProps, 'of' | 'id'> & ViewProps) {
  const { secrets, refused, stored } = connection
  return (
    <div className={own.form}>
      {secrets.isReplacing && (
        <OverlapField
          name="overlapDays"
          value={secrets.overlapDays}
          error={refused.overlapDays}
          onChange={secrets.setOverlapDays}
        />
      )}
      <PreviousSecrets
        key={stored.previousSecrets.map((each) => each.id).join()}
        use={calls.endTemplateSecret}
        ownerId={id}
        of={stored.previousSecrets}
        nameOf={(name) => name}
      />
    </div>
  )
}
