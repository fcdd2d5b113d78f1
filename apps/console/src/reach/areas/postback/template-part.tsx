import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import { postbackFields } from '@kabao/contract/reach/postback-template'
import { reachPageWords } from '@kabao/contract/reach/reach-page.words'
import { lazy, Suspense } from 'react'
import { Anchor, SelectField, Skeleton, Tabs, useWords } from '#kit'
import { FieldHelp, SecretValue, TextAt } from '#partners'
import classes from '#partners/template/template.module.css'
import type { TemplateOf } from './use-template.ts'

const JsonEditor = lazy(() => import('#partners/template/json-editor.tsx'))

/** The platform, what it gave its advertiser, and one tab further the whole template. */
export function TemplatePart({ of }: { of: TemplateOf }) {
  const { t, language } = useWords(reachPageWords)
  const shared = useWords(templateEditorWords)
  const { shipped, platform, choose, view, setView, at, declared, secrets, newHost, refused } = of
  const nameOf = (words: readonly string[]) => words[language === 'zh-CN' ? 0 : 1] ?? ''
  return (
    <>
      <SelectField
        name="platform"
        label={t('field.platform')}
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
              label={shared.t('field.template')}
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
        <TextAt form={at} path="request.url" label={t('field.url')} isRequired />
      )}
      {newHost && <p className={classes.hint}>{t('form.newHost', { host: newHost })}</p>}
      {declared.map((secret) => (
        <SecretValue key={secret.name} of={secrets} secret={secret} />
      ))}
      {of.template.signing === 'channelKey' && <p className={classes.hint}>{t('form.channelKey')}</p>}
      {refused !== undefined && (
        <p className={classes.error} role="alert">
          {refused}
        </p>
      )}
    </>
  )
}
