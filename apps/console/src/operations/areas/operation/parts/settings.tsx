import { operationWords } from '@kabao/contract/operations/operation.words'
import { useWords } from '#kit'
import { PageLink } from '../page-link.tsx'
import { Part } from '../part.tsx'
import type { PartOf } from './parts.tsx'

/** The risky settings: each is a sentence. */
export function SettingsPart({ overview }: PartOf) {
  const { t } = useWords(operationWords)
  const link = overview.settings?.hasDemoPassword && (
    <PageLink page="AdminList">{t('open.settings')}</PageLink>
  )
  return <Part part="settings" overview={overview} acts={link} />
}
