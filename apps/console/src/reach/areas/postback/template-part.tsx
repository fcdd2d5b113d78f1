import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import { type PostbackEvent, postbackEvents } from '@kabao/contract/reach/event'
import { postbackWords } from '@kabao/contract/reach/postback.words'
import { postbackFields, postbackSignings } from '@kabao/contract/reach/postback-template'
import { reachWords } from '@kabao/contract/reach/reach.words'
import { reachPageWords } from '@kabao/contract/reach/reach-page.words'
import { lazy, Suspense } from 'react'
import { Anchor, optionsOf, SelectField, Skeleton, Tabs, useWords } from '#kit'
import { FormSection } from '#kit/form/form-section.tsx'
import { ChoiceAt, FieldHelp, SecretValue, TextAt } from '#partners'
import classes from '#partners/template/template.module.css'
import { eventText } from '../../delivery/columns.tsx'
import styles from './postback.module.css'
import type { TemplateOf } from './use-template.ts'

const JsonEditor = lazy(() => import('#partners/template/json-editor.tsx'))

/** The platform, what it gave its advertiser, and one tab further the whole template. */
export function TemplatePart({ of }: { of: TemplateOf }) {
  const { t, language } = useWords(reachPageWords)
  const own = useWords(postbackWords)
  const reach = useWords(reachWords)
  const shared = useWords(templateEditorWords)
  const {
    shipped,
    isShipped,
    platform,
    choose,
    view,
    setView,
    at: form,
    declared,
    secrets,
    newHost,
    refused,
  } = of
  const eventOf = (value: string) => {
    if (value === '*') return t('form.others')
    return postbackEvents.some((event) => event === value) ? eventText(value as PostbackEvent) : value
  }
  const nameOf = (words: readonly string[]) => words[language === 'zh-CN' ? 0 : 1] ?? ''
  return (
    <>
      <SelectField
        name="platform"
        label={t('field.platform')}
        isRequired
        placeholder={t('form.own')}
        value={platform?.code}
        options={shipped.map(({ code, words }) => ({ value: code, label: nameOf(words) }))}
        onChange={(code: string | undefined) => void choose(code)}
      />
      {platform?.page && (
        <Anchor href={platform.page} target="_blank" rel="noreferrer">
          {t('form.format', { name: nameOf(platform.words) })}
        </Anchor>
      )}
      <Tabs value={view} onChange={(next) => setView(next === 'text' ? 'text' : 'form')}>
        <Tabs.List aria-label={shared.t('view.label')}>
          <Tabs.Tab value="form">{shared.t('view.form')}</Tabs.Tab>
          <Tabs.Tab value="text">{shared.t('view.text')}</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      {view === 'text' ? (
        <>
          <Suspense fallback={<Skeleton count={12} />}>
            <JsonEditor
              label={own.t('field.template')}
              value={of.text}
              onChange={of.setText}
              marks={
                of.isJson
                  ? of.faults.map(({ path, text }) => ({ path, text: `${path}: ${text}` }))
                  : [{ path: null, text: shared.t('hint.notJson') }]
              }
            />
          </Suspense>
          <FieldHelp fields={postbackFields} />
        </>
      ) : (
        <>
          <TextAt form={form} path="request.url" label={t('field.url')} isRequired />
          {of.maps.map(({ name, entries }, at) => (
            <FormSection key={name} title={t('form.map', { name })}>
              <div className={styles.map}>
                {entries.map(({ from }, nth) => (
                  <TextAt
                    key={from}
                    form={form}
                    path={`maps.${at}.entries.${nth}.to`}
                    label={eventOf(from)}
                    isRequired
                  />
                ))}
              </div>
            </FormSection>
          ))}
          {!isShipped && (
            <ChoiceAt
              form={form}
              path="signing"
              label={t('field.signing')}
              options={optionsOf(postbackSignings, (signing) => reach.t(`signing.${signing}`))}
              isRequired
            />
          )}
        </>
      )}
      {newHost && <p className={classes.hint}>{t('form.newHost', { host: newHost })}</p>}
      {declared.length > 0 && (
        <FormSection title={own.t('field.secrets')}>
          <p className={classes.hint}>{own.t('hint.secrets')}</p>
          {declared.map((secret) => (
            <SecretValue key={secret.name} of={secrets} secret={secret} />
          ))}
        </FormSection>
      )}
      {of.template.signing === 'channelKey' && <p className={classes.hint}>{t('form.channelKey')}</p>}
      {refused !== undefined && (
        <p className={classes.error} role="alert">
          {refused}
        </p>
      )}
    </>
  )
}
