import type { ComparedSignature } from '@kabao/contract/partners/open-request'
import { partnerRequestWords } from '@kabao/contract/partners/open-request.words'
import { useState } from 'react'
import { useSend } from '#kit/call/query.ts'
import { Refusal } from '#kit/call/refusal.ts'
import { Button } from '#kit/controls/button.ts'
import { FormRow } from '#kit/form/form-row.tsx'
import { LongTextField, SelectField, TextField } from '#kit/form/index.ts'
import { useProblems } from '#kit/form/use-problems.ts'
import { Page } from '#kit/page/page.tsx'
import { useWords } from '#kit/words/words.ts'
import { ComparedView } from './compared-view.tsx'
import classes from './partner.module.css'
import { type PastedFields, readPasted } from './pasted-request.ts'
import type { PartnerPageProps } from './requests-page.tsx'

const blank = {
  method: 'POST',
  target: '',
  key: '',
  timestamp: '',
  nonce: '',
  signature: '',
  body: '',
  theirs: '',
}
type Draft = typeof blank
const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** Compares a request of a partner with what we would have signed. */
export function SigningPage({ calls, caller, id, tabs, breadcrumb }: PartnerPageProps) {
  const { t } = useWords(partnerRequestWords)
  const [whole, setWhole] = useState('')
  const [draft, setDraft] = useState<Draft>(blank)
  const [problems, setProblems] = useProblems()
  const [shown, setShown] = useState<{ of: Draft; result: ComparedSignature } | null>(null)
  const { mutateAsync: compare, isPending } = useSend(calls.compareSignature)
  const change = (values: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...values }))
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in values))))
  }
  const field = (name: keyof Draft, label: keyof PastedFields | 'theirs') => ({
    name,
    label: label === 'key' ? t('field.key') : t(`signing.${label}`),
    value: draft[name],
    error: problems[name],
    onChange: (value: string) => change({ [name]: value }),
  })
  const paste = (text: string) => {
    setWhole(text)
    change(readPasted(text, caller))
  }
  const send = async () => {
    setProblems({})
    setShown(null)
    const body = {
      ...draft,
      method: draft.method as 'POST',
      theirs: draft.theirs === '' ? null : draft.theirs,
    }
    try {
      setShown({ of: draft, result: await compare({ params: { id }, body }) })
    } catch (error) {
      if (error instanceof Refusal) setProblems(error.fields ?? {})
    }
  }
  return (
    <Page breadcrumb={breadcrumb} title={t('signing.title')} isLong>
      {tabs}
      <p className={classes.lead}>{t('signing.hint')}</p>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <LongTextField
          name="whole"
          label={t('signing.whole')}
          description={t('signing.wholeHint')}
          value={whole}
          onChange={paste}
        />
        <FormRow>
          <SelectField
            {...field('method', 'method')}
            options={methods.map((value) => ({ value, label: value }))}
            isRequired
            onChange={(method: string) => change({ method })}
          />
          <TextField {...field('target', 'target')} isRequired />
        </FormRow>
        <FormRow>
          <TextField {...field('key', 'key')} />
          <TextField {...field('timestamp', 'timestamp')} />
        </FormRow>
        <FormRow>
          <TextField {...field('nonce', 'nonce')} />
          <TextField {...field('signature', 'signature')} />
        </FormRow>
        <LongTextField {...field('body', 'body')} />
        <LongTextField {...field('theirs', 'theirs')} description={t('signing.theirsHint')} />
        <div>
          <Button type="submit" loading={isPending}>
            {t('signing.compare')}
          </Button>
        </div>
      </form>
      {shown && <ComparedView of={shown.result} nonce={shown.of.nonce} hasTheirs={shown.of.theirs !== ''} />}
    </Page>
  )
}
