import type { TemplateStage } from '@kabao/contract/partners/template'
import type { OrgTrial } from '@kabao/contract/supply/org-template'
import { orgTemplateWords } from '@kabao/contract/supply/org-template.words'
import { useWords } from '#kit'
import { ShownText, TrialView } from '#partners'

/** A trial that was made. */
export interface Tried {
  stage: TemplateStage
  trial: OrgTrial
}

/** A trial of a stage, and what was read in its answer. */
export function StageTrial({ stage, trial }: Tried) {
  const { t } = useWords(orgTemplateWords)
  const { reading } = trial
  const outcome = reading?.outcome
  return (
    <TrialView
      trial={trial}
      title={t('trial.request', { stage: t(`stage.${stage}`) })}
      outcome={
        outcome
          ? {
              text: t(`trial.outcome.${outcome}`),
              color: outcome === 'accepted' ? 'green' : outcome === 'unknown' ? 'red' : 'orange',
            }
          : null
      }
    >
      {reading && (
        <ShownText>
          {Object.entries(reading)
            .filter(([name, value]) => name !== 'outcome' && String(value) !== '')
            .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
            .join('\n') || '—'}
        </ShownText>
      )}
    </TrialView>
  )
}
