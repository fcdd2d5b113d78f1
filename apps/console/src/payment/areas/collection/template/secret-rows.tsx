import { templateSecretKinds } from '@kabao/contract/partners/template'
import { paymentTemplateWords } from '@kabao/contract/payment/payment-template.words'
import { optionsOf, useWords } from '#kit'
import { FormRow } from '#kit/form/form-row.tsx'
import { ChoiceAt, TextAt } from './fields.tsx'
import type { TemplateForm } from './form.ts'
import classes from './rows.module.css'
import { Rows } from './rows.tsx'

/** The secrets that a template declares; their values are fields of the form around it. */
export function SecretRows({ form }: { form: TemplateForm }) {
  const { t } = useWords(paymentTemplateWords)
  return (
    <>
      <Rows
        form={form}
        path="secrets"
        blank={{ name: '', kind: 'text', encoding: 'utf8' }}
        most={20}
        words={{ add: t('secret.add'), remove: (nth) => t('secret.remove', { nth }) }}
      >
        {(secret) => (
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
                options={optionsOf(['utf8', 'hex', 'base64'] as const, (encoding) =>
                  t(`encoding.${encoding}`),
                )}
                isRequired
              />
            )}
          </FormRow>
        )}
      </Rows>
      <p className={classes.hint}>{t('hint.maps')}</p>
    </>
  )
}
