import { paymentStages, paymentTemplate } from '@kabao/contract/payment/payment-template'
import { paymentTemplateWords } from '@kabao/contract/payment/payment-template.words'
import { useWords } from '#kit'
import { readTemplate } from '#partners'

/** What a template has set up, and the host of each stage. @param props.value the template as JSON */
export function TemplateSummary({ value }: { value: string }) {
  const { t, language } = useWords(paymentTemplateWords)
  const { template } = readTemplate(paymentTemplate, value, language)
  if (!template) return value === '' ? null : t('unreadable')
  const hostOf = (url: string) => /^https?:\/\/([^/?#]*)/.exec(url)?.[1] ?? ''
  return (
    <>
      {paymentStages.map((stage) => {
        const spec = template.stages[stage]
        return (
          spec && (
            <div key={stage}>
              {t(`stage.${stage}`)} · {hostOf(spec.url)}
            </div>
          )
        )
      })}
      {template.callback && <div>{t('callback')}</div>}
    </>
  )
}
