import { operationWords } from '@kabao/contract/operations/operation.words'
import { formatInstant, formatNumber, useWords } from '#kit'
import { Figures } from '../figures.tsx'
import { PageLink } from '../page-link.tsx'
import { Part } from '../part.tsx'
import { useCounted } from '../use-sentence.ts'
import { useSpan } from '../use-span.ts'
import type { PartOf } from './parts.tsx'

/** How far the figures of the reports go. */
export function StatisticsPart({ overview }: PartOf) {
  const { t, language } = useWords(operationWords)
  const spanOf = useSpan()
  const counted = useCounted()
  const { statistics } = overview
  return (
    <Part part="statistics" overview={overview}>
      {statistics && (
        <Figures
          rows={[
            [t('statistics.upTo'), formatInstant(statistics.upTo, language)],
            [t('statistics.lag'), spanOf(statistics.lagSeconds)],
            [t('statistics.ledger'), counted(statistics.ledgerWaiting)],
          ]}
        />
      )}
    </Part>
  )
}

/** The errors of this hour and of the one before. */
export function ErrorsPart({ overview }: PartOf) {
  const { t, language } = useWords(operationWords)
  const { errors } = overview
  return (
    <Part
      part="errors"
      overview={overview}
      acts={<PageLink page="ChartEventList">{t('open.errors')}</PageLink>}
    >
      {errors && (
        <Figures
          rows={[
            [t('error.since'), formatInstant(errors.since, language)],
            [t('error.errors'), formatNumber(errors.errors, language)],
            [t('error.occurrences'), formatNumber(errors.occurrences, language)],
            [t('error.server'), formatNumber(errors.ofServer, language)],
          ]}
        />
      )}
    </Part>
  )
}
