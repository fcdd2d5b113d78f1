import type { OrgRow } from '@kabao/contract/supply/org'
import { orgWords } from '@kabao/contract/supply/org.words'
import { partnerPageWords } from '@kabao/contract/supply/partner-page.words'
import { Link } from 'react-router'
import { Button, useWords } from '#kit'
import RecordHistory from '#kit/detail/record-history.tsx'
import { EntryHead } from '#kit/entry/entry-head.tsx'
import { EntryPanel, type EntryPanelProps } from '#kit/entry/entry-panel.tsx'
import { partnerAddress } from '#partners'
import type { OrgList } from './lists.ts'
import { Money } from './money.tsx'
import OrgFacts from './parts.tsx'

interface OrgProps extends EntryPanelProps<OrgRow> {
  of: OrgList
}

/** A quick look at one organization, with its acts, its account and its history. */
export default function DetailPanel({ panel, of, ...todo }: OrgProps) {
  const { t } = useWords(orgWords)
  const { t: say } = useWords(partnerPageWords)
  return (
    <EntryPanel get={of.calls.get} title={t('detail.title')} panel={panel}>
      {(org) => (
        <>
          <EntryHead of={of} entry={org} words={orgWords} {...todo}>
            <Button variant="default" component={Link} to={partnerAddress('Org', of, org.id)('Detail')}>
              {say('toPage')}
            </Button>
          </EntryHead>
          <Money org={org} />
          <OrgFacts of={of} org={org} />
          <RecordHistory kind="org" id={org.id} />
        </>
      )}
    </EntryPanel>
  )
}
