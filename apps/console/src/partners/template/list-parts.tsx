import { templateSecretKinds } from '@kabao/contract/partners/template'
import { templateEditorWords } from '@kabao/contract/partners/template-editor.words'
import type { ReactNode } from 'react'
import { FormRow } from '#kit/form/form-row.tsx'
import { type Option, optionsOf } from '#kit/form/options.ts'
import { useWords } from '#kit/words/words.ts'
import { ChoiceAt, TagsAt, TextAt } from './fields.tsx'
import type { FormAt } from './form-at.ts'
import classes from './rows.module.css'
import { Rows } from './rows.tsx'

interface ListProps {
  form: FormAt
  /** Of the list. */
  path: string
}

/** The headers of a request. */
export function HeaderRows({ form, path }: ListProps) {
  const { t } = useWords(templateEditorWords)
  return (
    <Rows
      form={form}
      path={path}
      blank={{ name: '', value: '' }}
      most={20}
      words={{ add: t('header.add'), remove: (nth) => t('header.remove', { nth }) }}
    >
      {(header) => (
        <FormRow>
          <TextAt form={form} path={`${header}.name`} label={t('field.name')} isRequired />
          <TextAt form={form} path={`${header}.value`} label={t('field.value')} />
        </FormRow>
      )}
    </Rows>
  )
}

/** The secrets that a template declares. @param props.beside what else is in the row of a secret, such as its value */
export function SecretRows({ form, beside }: { form: FormAt; beside?: (index: number) => ReactNode }) {
  const { t } = useWords(templateEditorWords)
  return (
    <Rows
      form={form}
      path="secrets"
      blank={{ name: '', kind: 'text', encoding: 'utf8' }}
      most={20}
      words={{ add: t('secret.add'), remove: (nth) => t('secret.remove', { nth }) }}
    >
      {(secret, nth) => (
        <FormRow>
          <TextAt form={form} path={`${secret}.name`} label={t('field.name')} isRequired />
          <ChoiceAt
            form={form}
            path={`${secret}.kind`}
            label={t('field.kind')}
            options={optionsOf(templateSecretKinds, (kind) => t(`kind.${kind}`))}
            isRequired
          />
          {form.at(`${secret}.kind`) === 'key' && (
            <ChoiceAt
              form={form}
              path={`${secret}.encoding`}
              label={t('field.encoding')}
              options={optionsOf(['utf8', 'hex', 'base64'] as const, (encoding) => t(`encoding.${encoding}`))}
              isRequired
            />
          )}
          {beside?.(Number(nth) - 1)}
        </FormRow>
      )}
    </Rows>
  )
}

/** The rules by which a reply is read. @param props.outcomes what a reply can mean; a new rule begins with the first */
export function RuleRows({ form, path, outcomes }: ListProps & { outcomes: readonly Option[] }) {
  const { t } = useWords(templateEditorWords)
  const rules = form.at(path) as { when: { path: string }[] }[]
  // Most partners say everything at one place.
  const condition = { path: rules.at(-1)?.when[0]?.path ?? '$.', is: [] }
  return (
    <Rows
      form={form}
      path={path}
      blank={{ when: [condition], outcome: outcomes[0]?.value }}
      most={30}
      least={1}
      words={{ add: t('rule.add'), remove: (nth) => t('rule.remove', { nth }) }}
    >
      {(rule, nth) => (
        <fieldset className={classes.rule} aria-label={t('rule.nth', { nth })}>
          <ChoiceAt
            form={form}
            path={`${rule}.outcome`}
            label={t('field.outcome')}
            options={outcomes}
            isRequired
          />
          <Rows
            form={form}
            path={`${rule}.when`}
            blank={condition}
            most={5}
            least={1}
            words={{ add: t('condition.add'), remove: (at) => t('condition.remove', { nth: at }) }}
          >
            {(condition) => (
              <FormRow>
                <TextAt form={form} path={`${condition}.path`} label={t('field.path')} isRequired />
                <TagsAt form={form} path={`${condition}.is`} label={t('field.is')} isRequired />
              </FormRow>
            )}
          </Rows>
        </fieldset>
      )}
    </Rows>
  )
}
