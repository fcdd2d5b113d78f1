import { operationWords } from '@kabao/contract/operations/operation.words'
import { formatInstant, useWords } from '#kit'
import { Rows } from '../figures.tsx'
import { PageLink } from '../page-link.tsx'
import { Part } from '../part.tsx'
import type { PartOf } from './parts.tsx'

/** The partners to which nobody is sent, because they do not answer. */
export function BreakersPart({ overview }: PartOf) {
  const { t, language } = useWords(operationWords)
  const { breakers } = overview
  return (
    <Part part="breakers" overview={overview}>
      {breakers && breakers.length > 0 && (
        <Rows
          label={t('part.breakers')}
          columns={[
            [t('breaker.name')],
            [t('breaker.status')],
            [t('breaker.openedAt')],
            [t('breaker.probeAt')],
          ]}
          rows={breakers.map(({ page, id, name, status, openedAt, probeAt }) => ({
            key: `${page} ${id}`,
            cells: [
              <PageLink key={id} page={page} query={{ open: id }}>
                {name}
              </PageLink>,
              t(`breaker.${status}`),
              openedAt && formatInstant(openedAt, language),
              formatInstant(probeAt, language),
            ],
          }))}
        />
      )}
    </Part>
  )
}
