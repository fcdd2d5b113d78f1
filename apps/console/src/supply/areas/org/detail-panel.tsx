import type { OrgDetail, OrgRow } from '@kabao/contract/supply/org'
import { orgWords } from '@kabao/contract/supply/org.words'
import { orgTemplateWords } from '@kabao/contract/supply/org-template.words'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import {
  Anchor,
  Badge,
  Can,
  CitiesText,
  Fact,
  Facts,
  FileImage,
  formatFen,
  formatNumber,
  RevealButton,
  Skeleton,
  useReveal,
  useWords,
} from '#kit'
import RecordHistory from '#kit/detail/record-history.tsx'
import { EntryHead } from '#kit/entry/entry-head.tsx'
import { EntryPanel, type EntryPanelProps } from '#kit/entry/entry-panel.tsx'
import { RecordFacts } from '#kit/entry/record-facts.tsx'
import { partnerAddress } from '#partners'
import { AgreementVersions } from './agreement-versions.tsx'
import classes from './detail.module.css'
import type { OrgList } from './lists.ts'
import { plansAddress } from './plans-address.ts'

const ApiKeys = lazy(() => import('#partners/api-key/api-keys.tsx'))
const Caps = lazy(() => import('../../caps/caps.tsx'))
const DeliveryHealth = lazy(() => import('./delivery.tsx'))

interface OrgProps extends EntryPanelProps<OrgRow> {
  of: OrgList
}

/** One organization with its acts, its account and its history. */
export default function DetailPanel({ panel, ...props }: OrgProps) {
  const { t } = useWords(orgWords)
  return (
    <EntryPanel get={props.of.calls.get} title={t('detail.title')} panel={panel}>
      {(org) => <Org org={org} {...props} />}
    </EntryPanel>
  )
}

function Org({ org, of, ...todo }: Omit<OrgProps, 'panel'> & { org: OrgDetail }) {
  const { t, language } = useWords(orgWords)
  const template = useWords(orgTemplateWords)
  const revealing = useReveal(of.calls.reveal)
  const whole = revealing.wholeOf(org.id)
  const count = (number: number) => formatNumber(number, language)
  const yuan = (fen: number) => formatFen(fen, language)
  const hasContact = org.contactName !== '' || org.contactPhone !== ''
  return (
    <>
      <EntryHead
        of={of}
        entry={org}
        words={orgWords}
        {...todo}
        actions={
          hasContact && (
            <RevealButton
              use={of.calls.reveal}
              id={org.id}
              of={revealing}
              labels={{ reveal: t('action.reveal'), hide: t('action.hide') }}
              describedBy="reveal-hint"
            />
          )
        }
      />
      {org.logoFileId !== null && (
        <FileImage id={org.logoFileId} className={classes.logo} alt={t('field.logoFileId')} />
      )}
      <Facts title={t('detail.money')}>
        <Fact label={t('field.availableFen')}>
          {yuan(org.availableFen)} {org.isLow && <Badge color="red">{t('field.isLow')}</Badge>}
        </Fact>
        <Fact label={t('field.balanceFen')}>{yuan(org.balanceFen)}</Fact>
        <Fact label={t('field.heldFen')}>{yuan(org.heldFen)}</Fact>
        <Fact label={t('field.alertFen')}>{org.alertFen === 0 ? t('never') : yuan(org.alertFen)}</Fact>
      </Facts>
      <Facts title={t('detail.terms')}>
        <Fact label={t('field.code')}>{org.code}</Fact>
        <Fact label={t('field.shortName')}>{org.shortName}</Fact>
        <Fact label={t('field.flow')}>{t(`flow.${org.flow}`)}</Fact>
        <Fact label={t('field.licenceNo')}>{org.licenceNo}</Fact>
        <Fact label={t('field.cityCodes')}>
          <CitiesText codes={org.cityCodes} />
        </Fact>
        <Fact label={t('field.salesmanName')}>{org.salesmanName}</Fact>
        <Fact label={t('field.plans')}>
          <Anchor component={Link} to={plansAddress(of, org.id)}>
            {t('detail.plans', { count: org.plans })}
          </Anchor>
        </Fact>
      </Facts>
      <Facts title={t('detail.contact')}>
        <Fact label={t('field.contactName')}>{whole?.contactName ?? org.contactName}</Fact>
        <Fact label={t('field.contactPhone')}>{whole?.contactPhone ?? org.contactPhone}</Fact>
      </Facts>
      {hasContact && (
        <Can use={of.calls.reveal}>
          <p id="reveal-hint" className={classes.hint}>
            {t('detail.revealHint')}
          </p>
        </Can>
      )}
      <Facts title={t('detail.connection')}>
        {org.called.map(({ stage, url, timeoutMs }) => (
          <Fact key={stage} label={template.t(`stage.${stage}`)}>
            {t('detail.called', { url, ms: count(timeoutMs) })}
          </Fact>
        ))}
        {of.isJoint && <Fact label={t('field.loginUrl')}>{org.loginUrl}</Fact>}
        {!of.isJoint && org.called.length === 0 && (
          <Fact label={t('field.templateStages')}>{t('detail.notConnected')}</Fact>
        )}
      </Facts>
      <Can use={of.calls.caps}>
        <Suspense fallback={<Skeleton count={2} />}>
          <Caps calls={of.calls} id={org.id} />
        </Suspense>
      </Can>
      <Can use={of.calls.delivery}>
        <Suspense fallback={<Skeleton count={4} />}>
          <DeliveryHealth of={of} id={org.id} />
        </Suspense>
      </Can>
      <Can use={of.calls.keys}>
        <Suspense fallback={<Skeleton count={2} />}>
          <ApiKeys calls={of.calls} id={org.id} addressOf={partnerAddress('Org', of, org.id)} />
        </Suspense>
      </Can>
      <AgreementVersions org={org} />
      <RecordFacts title={t('detail.record')} words={orgWords} entry={org}>
        <Fact label={t('field.remark')}>{org.remark}</Fact>
      </RecordFacts>
      <RecordHistory kind="org" id={org.id} />
    </>
  )
}
