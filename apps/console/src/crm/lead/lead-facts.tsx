import { pathOfPage } from '@kabao/contract/app/menu'
import { leadWords } from '@kabao/contract/crm/lead.words'
import { leadPageWords } from '@kabao/contract/crm/lead-page.words'
import type { LeadDetail } from '@kabao/contract/crm/lead-row'
import { user } from '@kabao/contract/users/user'
import { Link } from 'react-router'
import { Anchor } from '#kit/controls/anchor.ts'
import { Fact, Facts } from '#kit/detail/facts.tsx'
import { formatInstant, formatNumber } from '#kit/format.ts'
import { Can } from '#kit/session/permission.tsx'
import { useWords } from '#kit/words/words.ts'

/** What is known about a lead. */
export function LeadFacts({ lead }: { lead: LeadDetail }) {
  const { t, language } = useWords(leadWords)
  const own = useWords(leadPageWords)
  const hides = (name: string) => lead.hidden.some((each) => each === name)
  const shown = (name: string, text: string | null) => (hides(name) ? own.t('hidden') : text)
  return (
    <>
      <Facts title={own.t('detail.facts')}>
        <Fact label={t('field.id')}>{lead.id}</Fact>
        <Fact label={t('field.phone')}>{shown('phone', lead.phone)}</Fact>
        <Fact label={t('field.cityName')}>{shown('cityCode', lead.cityName)}</Fact>
        <Fact label={t('field.source')}>{shown('source', lead.source && t(`source.${lead.source}`))}</Fact>
        <Fact label={t('field.channelName')}>{shown('channelId', lead.channelName)}</Fact>
        <Fact label={t('field.score')}>{formatNumber(lead.score, language)}</Fact>
        <Fact label={t('field.poolName')}>{lead.poolName}</Fact>
        <Fact label={t('field.teamName')}>{lead.teamName}</Fact>
        <Fact label={t('field.salesmanName')}>{lead.salesmanName}</Fact>
        <Fact label={t('field.followUpCount')}>{formatNumber(lead.followUpCount, language)}</Fact>
        <Fact label={t('field.createdBy')}>{lead.createdBy}</Fact>
        <Fact label={t('field.remark')}>{shown('remark', lead.remark)}</Fact>
        {lead.userId !== null && (
          <Can use={user.get}>
            <Fact label="">
              <Anchor component={Link} to={`${pathOfPage('UserList')}?open=${lead.userId}`}>
                {own.t('action.user')}
              </Anchor>
            </Fact>
          </Can>
        )}
      </Facts>
      <Facts title={own.t('detail.times')}>
        {(
          [
            'arrivedAt',
            'assignedAt',
            'firstContactDueAt',
            'firstContactAt',
            'lastFollowAt',
            'nextFollowAt',
            'protectedUntil',
            'recycleAt',
            'restUntil',
            'closedAt',
            'createdAt',
            'updatedAt',
          ] as const
        ).map((name) => (
          <Fact key={name} label={t(`field.${name}`)}>
            {formatInstant(lead[name], language)}
          </Fact>
        ))}
      </Facts>
    </>
  )
}
