import type { UserDetail } from '@kabao/contract/users/user'
import { userWords } from '@kabao/contract/users/user.words'
import { Badge, Fact, Facts, formatInstant, formatNumber, useWords } from '#kit'
import { riskColors } from './columns.tsx'

/** The data of a user, in three groups. */
export default function Overview({ person }: { person: UserDetail }) {
  const { t, language } = useWords(userWords)
  const { profile } = person
  const has = (value: boolean | null) => (value === null ? null : t(value ? 'has.yes' : 'has.no'))
  return (
    <>
      <Facts title={t('detail.basic')}>
        <Fact label={t('field.id')}>{person.id}</Fact>
        <Fact label={t('field.phone')}>{person.phone}</Fact>
        <Fact label={t('field.name')}>{person.name}</Fact>
        <Fact label={t('field.idNumber')}>{person.idNumber}</Fact>
        <Fact label={t('field.gender')}>{person.gender && t(`gender.${person.gender}`)}</Fact>
        <Fact label={t('field.birthday')}>{person.birthday}</Fact>
        <Fact label={t('field.age')}>{person.age}</Fact>
        <Fact label={t('field.city')}>{person.cityName}</Fact>
      </Facts>
      <Facts title={t('detail.profile')}>
        <Fact label={t('field.incomeBand')}>
          {profile.incomeBand && t(`incomeBand.${profile.incomeBand}`)}
        </Fact>
        <Fact label={t('field.creditBand')}>
          {profile.creditBand && t(`creditBand.${profile.creditBand}`)}
        </Fact>
        <Fact label={t('field.occupation')}>{profile.occupation}</Fact>
        <Fact label={t('field.house')}>{has(profile.house)}</Fact>
        <Fact label={t('field.car')}>{has(profile.car)}</Fact>
        <Fact label={t('field.socialInsurance')}>{has(profile.socialInsurance)}</Fact>
        <Fact label={t('field.housingFund')}>{has(profile.housingFund)}</Fact>
      </Facts>
      <Facts title={t('detail.source')}>
        <Fact label={t('field.channel')}>{person.channelName}</Fact>
        <Fact label={t('field.flow')}>{t(`flow.${person.flow}`)}</Fact>
        <Fact label={t('field.source')}>{t(`source.${person.source}`)}</Fact>
        <Fact label={t('field.riskLevel')}>
          {person.riskLevel && (
            <Badge color={riskColors[person.riskLevel]}>{t(`riskLevel.${person.riskLevel}`)}</Badge>
          )}
        </Fact>
        <Fact label={t('field.riskCheckedAt')}>{formatInstant(person.riskCheckedAt, language)} </Fact>
        <Fact label={t('field.pushCount')}>{formatNumber(person.pushCount, language)}</Fact>
        <Fact label={t('field.ip')}>{person.ip}</Fact>
        <Fact label={t('field.device')}>{person.device}</Fact>
        <Fact label={t('field.createdAt')}>{formatInstant(person.createdAt, language)}</Fact>
        <Fact label={t('field.lastActiveAt')}>{formatInstant(person.lastActiveAt, language)}</Fact>
        <Fact label={t('field.updatedAt')}>{formatInstant(person.updatedAt, language)}</Fact>
        {person.consentAt && (
          <>
            <Fact label={t('field.consentText')}>{person.consentText}</Fact>
            <Fact label={t('field.consentAt')}>{formatInstant(person.consentAt, language)}</Fact>
          </>
        )}
        {person.deletedAt && (
          <Fact label={t('field.deletedAt')}>{formatInstant(person.deletedAt, language)}</Fact>
        )}
        {person.remark && <Fact label={t('field.remark')}>{person.remark}</Fact>}
      </Facts>
    </>
  )
}
