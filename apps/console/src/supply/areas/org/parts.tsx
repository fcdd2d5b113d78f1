import type { OrgDetail } from '@kabao/contract/supply/org'
import { orgWords } from '@kabao/contract/supply/org.words'
import { orgTemplateWords } from '@kabao/contract/supply/org-template.words'
import { Link } from 'react-router'
import { Anchor, Can, CitiesText, Fact, Facts, FileImage, formatNumber, useReveal, useWords } from '#kit'
import { RecordFacts } from '#kit/entry/record-facts.tsx'
import { ApiKeys, partnerAddress } from '#partners'
import Caps from '../../caps/caps.tsx'
import { RevealContact } from '../../partner/reveal-contact.tsx'
import { AgreementVersions } from './agreement-versions.tsx'
import DeliveryHealth from './delivery.tsx'
import classes from './detail.module.css'
import type { OrgList } from './lists.ts'
import { plansAddress } from './plans-address.ts'

interface PartProps {
  of: OrgList
  org: OrgDetail
}

/** What is stored of an organization, and how its calls go. */
export default function OrgFacts({ of, org }: PartProps) {
  return (
    <>
      <Terms of={of} org={org} />
      <Contact of={of} org={org} />
      <Connection of={of} org={org} />
      <Record org={org} />
    </>
  )
}

/** What is agreed with an organization. */
function Terms({ of, org }: PartProps) {
  const { t } = useWords(orgWords)
  return (
    <>
      {org.logoFileId !== null && (
        <FileImage id={org.logoFileId} className={classes.logo} alt={t('field.logoFileId')} />
      )}
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
    </>
  )
}

/** The contact of an organization, masked until it is revealed. */
function Contact({ of, org }: PartProps) {
  const { t } = useWords(orgWords)
  const revealing = useReveal(of.calls.reveal)
  const { contactName, contactPhone } = revealing.wholeOf(org.id) ?? org
  return (
    <>
      <Facts title={t('detail.contact')}>
        <Fact label={t('field.contactName')}>{contactName}</Fact>
        <Fact label={t('field.contactPhone')}>{contactPhone}</Fact>
      </Facts>
      {(org.contactName !== '' || org.contactPhone !== '') && (
        <RevealContact
          use={of.calls.reveal}
          id={org.id}
          of={revealing}
          labels={{ reveal: t('action.reveal'), hide: t('action.hide') }}
          hint={t('detail.revealHint')}
        />
      )}
    </>
  )
}

/** Where an organization is called, its caps, how its calls go, and its keys. */
function Connection({ of, org }: PartProps) {
  const { t, language } = useWords(orgWords)
  const template = useWords(orgTemplateWords)
  const count = (number: number) => formatNumber(number, language)
  return (
    <>
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
        <Caps calls={of.calls} id={org.id} />
      </Can>
      <Can use={of.calls.delivery}>
        <DeliveryHealth of={of} id={org.id} />
      </Can>
      <Can use={of.calls.keys}>
        <ApiKeys calls={of.calls} id={org.id} addressOf={partnerAddress('Org', of, org.id)} />
      </Can>
      <AgreementVersions org={org} />
    </>
  )
}

/** Who added and changed an organization. */
function Record({ org }: Pick<PartProps, 'org'>) {
  const { t } = useWords(orgWords)
  return (
    <RecordFacts title={t('detail.record')} words={orgWords} entry={org}>
      <Fact label={t('field.remark')}>{org.remark}</Fact>
    </RecordFacts>
  )
}
