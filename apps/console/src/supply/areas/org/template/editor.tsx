import { formWords } from '@kabao/contract/kernel/form.words'
import { changeRequestWords } from '@kabao/contract/ledger/change-request.words'
import { usualOverlapDays } from '@kabao/contract/partners/previous-secret'
import { type TemplateStage, templateStages } from '@kabao/contract/partners/template'
import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import type { OrgRow } from '@kabao/contract/supply/org'
import type { OrgTemplate, OrgTrial } from '@kabao/contract/supply/org-template'
import { orgTemplateWords } from '@kabao/contract/supply/org-template.words'
import { useEffect, useState } from 'react'
import {
  Alert,
  ask,
  Button,
  Can,
  Modal,
  message,
  Refusal,
  SelectField,
  Skeleton,
  Tabs,
  TextField,
  useAnswer,
  useGuard,
  useSend,
  useWords,
} from '#kit'
import { askToLeave } from '#kit/form/unsaved-question.ts'
import { WaitingChange } from '#ledger'
import { CodeField, OverlapField, PreviousSecrets } from '#partners'
import classes from '#partners/template/template.module.css'
import type { OrgList } from '../lists.ts'
import { blankDraft, blankStage, draftOf, placeOf, templateOf } from './draft.ts'
import { forgetDraft, keepDraft, readDraft } from './kept-draft.ts'
import { PreviewSide } from './preview-side.tsx'
import { replacesReceiving } from './replaces.ts'
import { StageFields } from './stage-fields.tsx'
import { usePreview } from './use-preview.ts'

interface EditorProps {
  of: OrgList
  org: Pick<OrgRow, 'id' | 'name'>
  onClose: () => void
}

/** The connection template of an organization, with a preview while it is typed. */
export default function TemplateEditor({ of, org, onClose }: EditorProps) {
  const { t } = useWords(orgTemplateWords)
  const { data, isFetchedAfterMount } = useAnswer(of.calls.template, { params: { id: org.id } })
  const [isDirty, setIsDirty] = useState(false)
  useGuard(isDirty)
  const close = async () => {
    if (isDirty && !(await askToLeave())) return
    forgetDraft(org.id)
    onClose()
  }
  return (
    <Modal opened onClose={() => void close()} title={t('title', { name: org.name })} size={1200}>
      {data && isFetchedAfterMount ? (
        <Loaded of={of} id={org.id} found={data} onDirty={setIsDirty} />
      ) : (
        <Skeleton count={8} />
      )}
    </Modal>
  )
}

/** A saved template as it is typed, or a blank one. */
const typedOf = ({ template }: OrgTemplate) => (template ? draftOf(template) : blankDraft())

interface LoadedProps {
  of: OrgList
  id: string
  /** As it was when the editor was opened; what somebody else saves later is met by the next save. */
  found: OrgTemplate
  onDirty: (isDirty: boolean) => void
}

function Loaded({ of: { calls }, id, found, onDirty }: LoadedProps) {
  const { t, language } = useWords(orgTemplateWords)
  const form = useWords(formWords)
  const shared = useWords(templateEditorWords)
  const waiting = useWords(changeRequestWords)
  const [kept, setKept] = useState(() => readDraft(id))
  // A kept draft changes the version that it began with, so the next save meets what somebody else saved since.
  const [stored, setStored] = useState(() => (kept ? { ...found, version: kept.version } : found))
  const [theirs, setTheirs] = useState<OrgTemplate | null>(null)
  const [draft, setDraft] = useState(() => kept?.draft ?? typedOf(found))
  const [values, setValues] = useState<Record<string, string>>({})
  const [tab, setTab] = useState<TemplateStage | 'parts'>('submit')
  const [overlapDays, setOverlapDays] = useState<number | null>(usualOverlapDays)
  const [override, setOverride] = useState('')
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [isChanged, setIsChanged] = useState(kept !== null)
  const [trial, setTrial] = useState<OrgTrial | null>(null)
  const [address, setAddress] = useState('')
  const { data: shipped = [] } = useAnswer(calls.shippedTemplates)
  const saving = useSend(calls.saveTemplate)
  const trying = useSend(calls.tryTemplate)

  const read = templateOf(draft)
  const template = 'path' in read ? null : read
  const stage = tab === 'parts' ? 'submit' : tab
  const { preview, wrong } = usePreview(calls, id, stage, template)
  const problems = template ? (preview?.problems ?? []) : []
  const secrets = Array.isArray(template?.secrets) ? template.secrets.map(({ name }) => String(name)) : []

  useEffect(() => {
    if (kept) onDirty(true)
  }, [kept, onDirty])

  const change = (next: typeof draft) => {
    setDraft(next)
    keepDraft(id, { version: stored.version, draft: next })
    setIsChanged(true)
    setRefused({})
    onDirty(true)
  }
  /** Replaces the draft, after a question if texts would be lost. */
  const replace = async (title: string, next: typeof draft) => {
    const hasTexts = Object.keys(draft.stages).length > 0 || draft.parts !== blankDraft().parts
    const question = {
      title,
      text: shared.t('replace.text'),
      action: shared.t('replace.action'),
      isDanger: true,
    }
    if (!hasTexts || (await ask(question))) change(next)
  }
  const discard = () => {
    setStored(found)
    setDraft(typedOf(found))
    settle()
  }
  /** Nothing typed is left to save. */
  const settle = () => {
    forgetDraft(id)
    setKept(null)
    setIsChanged(false)
    onDirty(false)
  }
  /** The sentence at an editor: what is no JSON, what does not fit the schema, or the first problem in it. */
  const errorAt = (place: string): string | undefined => {
    if ('path' in read && read.path === place) return shared.t('hint.json', { line: String(read.line) })
    const schema = Object.entries({ ...wrong, ...refused }).find(
      ([name]) => name.startsWith('template.') && placeOf(name.slice('template.'.length)) === place,
    )
    if (schema) return `${schema[0].split('.').slice(3).join('.') || schema[0]}: ${schema[1]}`
    const found = problems.find(({ path }) => placeOf(path) === place)
    if (!found) return undefined
    const text = found.words[language === 'zh-CN' ? 0 : 1]
    return found.line === null ? text : shared.t('hint.line', { line: String(found.line), text })
  }

  const given = Object.entries(values).flatMap(([name, value]) =>
    value.trim() !== '' && secrets.includes(name) ? [{ name, value }] : [],
  )
  const isReplacing = replacesReceiving(template, stored.secrets, given)

  const save = async () => {
    if (!template) return
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
      if (isFiled) setDraft(typedOf(saved))
      setValues({})
      setOverlapDays(usualOverlapDays)
      settle()
      message.success(isFiled ? waiting.t('filed') : t('saved'))
    } catch (error) {
      if (!(error instanceof Refusal)) return
      if (error.fields) {
        setRefused(error.fields)
        if (Object.keys(error.fields).some((name) => /^(secrets\.|overlapDays)/.test(name))) setTab('parts')
      } else if (error.current) setTheirs(error.current as OrgTemplate)
    }
  }
  const keepMine = () => {
    if (theirs) {
      setStored(theirs)
      keepDraft(id, { version: theirs.version, draft })
    }
    setTheirs(null)
  }
  const takeTheirs = () => {
    if (theirs?.template) setDraft(draftOf(theirs.template))
    keepMine()
    settle()
  }
  const run = async () => {
    setTrial(null)
    const body = { stage, address: address.trim() || null }
    try {
      setTrial(await trying.mutateAsync({ params: { id }, body }))
    } catch (error) {
      if (error instanceof Refusal && error.fields) setRefused(error.fields)
    }
  }

  const spec = tab === 'parts' ? undefined : draft.stages[tab]
  const general = refused.template ?? refused.secrets ?? refused.stage
  return (
    <>
      {stored.isWaiting && <WaitingChange kind="orgTemplate" targetId={id} />}
      {kept && !theirs && (
        <Alert color="blue" role="status" title={t('kept.title')}>
          <Button size="xs" variant="default" onClick={discard}>
            {t('kept.discard')}
          </Button>
        </Alert>
      )}
      {theirs && (
        <Alert color="orange" title={form.t('conflict.title')} role="alert">
          <p className={classes.hint}>{t('conflict')}</p>
          <pre className={classes.shown}>{JSON.stringify(theirs.template, null, 2)}</pre>
          <Button size="xs" onClick={keepMine}>
            {t('keep')}
          </Button>{' '}
          <Button size="xs" variant="default" onClick={takeTheirs}>
            {form.t('conflict.take')}
          </Button>
        </Alert>
      )}
      <div className={classes.columns}>
        <div>
          <SelectField
            name="shipped"
            label={shared.t('begin')}
            value={undefined}
            options={shipped.map(({ code, words }) => ({
              value: code,
              label: words[language === 'zh-CN' ? 0 : 1] as string,
            }))}
            onChange={(code: string | undefined) => {
              const found = shipped.find((each) => each.code === code)
              if (found) void replace(shared.t('replace.begin'), draftOf(found.template))
            }}
          />
          <Tabs value={tab} onChange={(next) => setTab(next as TemplateStage)} keepMounted={false}>
            <Tabs.List>
              {templateStages.map((each) => (
                <Tabs.Tab key={each} value={each}>
                  {t(`stage.${each}`)}
                  {draft.stages[each] ? ' ●' : ''}
                </Tabs.Tab>
              ))}
              <Tabs.Tab value="parts">{t('parts')}</Tabs.Tab>
            </Tabs.List>
          </Tabs>
          {tab === 'parts' ? (
            <div className={classes.fields}>
              <CodeField
                name="parts"
                label={t('field.parts')}
                value={draft.parts}
                error={errorAt('parts')}
                onChange={(parts) => change({ ...draft, parts })}
              />
              {secrets.map((name) => (
                <TextField
                  key={name}
                  name={`secret.${name}`}
                  label={t('field.secret', { name })}
                  placeholder={t(stored.secrets.includes(name) ? 'hint.secretSet' : 'hint.secretUnset')}
                  value={values[name] ?? ''}
                  error={refused[`secrets.${given.findIndex((each) => each.name === name)}.value`]}
                  onChange={(value) => {
                    setValues((before) => ({ ...before, [name]: value }))
                    setRefused({})
                    setIsChanged(true)
                    onDirty(true)
                  }}
                />
              ))}
              {isReplacing && (
                <OverlapField
                  name="overlapDays"
                  value={overlapDays}
                  error={refused.overlapDays}
                  onChange={(next) => {
                    setOverlapDays(next)
                    setRefused({})
                  }}
                />
              )}
              <PreviousSecrets
                use={calls.endTemplateSecret}
                ownerId={id}
                of={stored.previousSecrets}
                nameOf={(name) => name}
              />
            </div>
          ) : spec ? (
            <StageFields
              key={tab}
              stage={tab}
              spec={spec}
              errorAt={errorAt}
              onChange={(next) => change({ ...draft, stages: { ...draft.stages, [tab]: next } })}
            />
          ) : (
            <div className={classes.fields}>
              <p className={classes.hint}>{shared.t('noStage')}</p>
              <Button
                variant="default"
                onClick={() => change({ ...draft, stages: { ...draft.stages, [tab]: blankStage() } })}
              >
                {shared.t('addStage')}
              </Button>
            </div>
          )}
        </div>
        <PreviewSide preview={preview} trial={trial} />
      </div>
      <div className={classes.fields}>
        {general !== undefined && (
          <p className={classes.error} role="alert">
            {general}
          </p>
        )}
        {problems.some(({ overridable }) => overridable) && (
          <TextField
            name="override"
            label={t('field.override')}
            value={override}
            error={refused.override}
            onChange={setOverride}
          />
        )}
        <div className={classes.bar}>
          <Can use={calls.tryTemplate}>
            <TextField
              name="address"
              label={t('field.address')}
              description={t('hint.address')}
              value={address}
              error={refused.address}
              onChange={setAddress}
            />
            <Button
              variant="default"
              loading={trying.isPending}
              disabled={isChanged || tab === 'parts' || !spec}
              title={isChanged ? t('trial.unsaved') : undefined}
              onClick={() => void run()}
            >
              {t('trial.run')}
            </Button>
          </Can>
          {spec && tab !== 'parts' && (
            <Button
              variant="default"
              onClick={() => {
                const { [tab]: _, ...stages } = draft.stages
                void replace(shared.t('replace.stage', { stage: t(`stage.${tab}`) }), { ...draft, stages })
              }}
            >
              {shared.t('removeStage')}
            </Button>
          )}
          <Can use={calls.saveTemplate}>
            <Button
              loading={saving.isPending}
              disabled={template === null || theirs !== null}
              onClick={() => void save()}
            >
              {t('save')}
            </Button>
          </Can>
        </div>
      </div>
    </>
  )
}
