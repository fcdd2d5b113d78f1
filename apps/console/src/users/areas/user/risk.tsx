import { type RiskLevel, type RiskType, riskTypes, user } from '@kabao/contract/users/user'
import { userWords } from '@kabao/contract/users/user.words'
import { userDetailWords } from '@kabao/contract/users/user-detail.words'
import { useEffect, useState } from 'react'
import {
  Badge,
  Failure,
  formatInstant,
  IconAlertCircle,
  IconCheck,
  queries,
  queryKey,
  Skeleton,
  Tabs,
  useAnswer,
  useWords,
} from '#kit'
import { riskColors } from './columns.tsx'
import classes from './detail.module.css'

/** The summary and the four reports; each is computed when it is opened. */
export default function Risk({ id }: { id: string }) {
  const { t } = useWords(userDetailWords)
  const [tab, setTab] = useState<string>('simple')
  return (
    <Tabs value={tab} onChange={(next) => setTab(next ?? 'simple')} keepMounted={false}>
      <Tabs.List className={classes.tabs}>
        {(['simple', ...riskTypes] as const).map((each) => (
          <Tabs.Tab key={each} value={each}>
            {t(`risk.${each}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="simple" className={classes.report}>
        <Summary id={id} />
      </Tabs.Panel>
      {riskTypes.map((type) => (
        <Tabs.Panel key={type} value={type} className={classes.report}>
          <Report id={id} type={type} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

function Summary({ id }: { id: string }) {
  const { t, language } = useWords(userDetailWords)
  const { data, error, refetch } = useAnswer(user.riskSimple, { params: { id } })
  // The service stores the risk level of this report, so the shown user data is fetched again.
  const checkedAt = data?.checkedAt
  useEffect(() => {
    if (checkedAt === undefined) return
    for (const endpoint of [user.get, user.page])
      void queries.invalidateQueries({ queryKey: queryKey(endpoint).slice(0, 2) })
  }, [checkedAt])
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton count={3} />
  return (
    <>
      <Score score={data.score} level={data.level} />
      {data.rules.length === 0 ? (
        <p className={classes.hint}>{t('risk.noHits')}</p>
      ) : (
        <>
          <h4 className={classes.subheading}>{t('risk.hits')}</h4>
          <ul className={classes.hits}>
            {data.rules.map((rule) => (
              <li key={rule}>
                <Badge color="red">{rule}</Badge>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={classes.hint}>{t('risk.checkedAt', { time: formatInstant(data.checkedAt, language) })}</p>
    </>
  )
}

function Report({ id, type }: { id: string; type: RiskType }) {
  const { t, language } = useWords(userDetailWords)
  const { data, error, refetch } = useAnswer(user.risk, { params: { id }, query: { type } })
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton count={5} />
  return (
    <>
      <Score score={data.score} level={data.level} />
      <ul className={classes.rules} aria-label={t('risk.rules')}>
        {data.rules.map((rule) => (
          <li key={rule.code} className={classes.rule} data-hit={rule.hit}>
            {rule.hit ? <IconAlertCircle size={16} aria-hidden /> : <IconCheck size={16} aria-hidden />}
            <span className={classes.ruleText}>
              <strong>{rule.name}</strong>
              <span>{rule.detail}</span>
            </span>
            <Badge color={rule.hit ? 'red' : 'gray'}>{t(rule.hit ? 'risk.hit' : 'risk.clear')}</Badge>
          </li>
        ))}
      </ul>
      <p className={classes.hint}>{t('risk.checkedAt', { time: formatInstant(data.checkedAt, language) })}</p>
    </>
  )
}

const worst = 1000

/** The risk score, on a bar from 0 to 1000. */
function Score({ score, level }: { score: number; level: RiskLevel }) {
  const { t } = useWords(userWords)
  const own = useWords(userDetailWords)
  return (
    <div className={classes.score}>
      <span className={classes.number} data-level={level}>
        {score}
      </span>
      <Badge color={riskColors[level]}>{t(`riskLevel.${level}`)}</Badge>
      {/* biome-ignore lint/a11y/useSemanticElements: a `meter` element cannot be styled in every browser */}
      <div
        className={classes.meter}
        role="meter"
        data-level={level}
        aria-valuemin={0}
        aria-valuemax={worst}
        aria-valuenow={score}
        aria-label={own.t('risk.score')}
        title={own.t('risk.scale')}
      >
        <span style={{ width: `${(score / worst) * 100}%` }} />
      </div>
    </div>
  )
}
