import type { HomeTop } from '@kabao/contract/statistics/home'
import { homeWords } from '@kabao/contract/statistics/home.words'
import { Link } from 'react-router'
import { Failure, formatFen, formatNumber, Skeleton, useWords } from '#kit'
import { Card } from './card.tsx'
import classes from './cards.module.css'
import shared from './home.module.css'
import { useMore } from './live.ts'
import { useCardLink } from './use-card-link.ts'

/** The lists of joint logins and of the others, and the report behind the card. */
const pages = {
  channels: { plain: 'ChannelList', uv: 'ChannelUvList', report: 'ChartChannelListProfit' },
  orgs: { plain: 'OrgList', uv: 'OrgUvList', report: 'ChartOrgList' },
} as const

/** The channels or organizations with the highest revenue of today. */
function TopsCard({ of }: { of: keyof typeof pages }) {
  const { t, language } = useWords(homeWords)
  const { data, error, refetch } = useMore()
  const link = useCardLink()
  const rows = data?.[of]
  if (rows === null) return null
  const report = link(pages[of].report)
  const largest = Math.max(1, ...(rows ?? []).map(({ revenueFen }) => revenueFen))
  const linkTo = ({ id, isUv }: HomeTop) => {
    const path = link(pages[of][isUv ? 'uv' : 'plain'])
    return path && `${path}?open=${id}`
  }
  return (
    <Card title={t(`card.${of}`)} more={report && `${report}?preset=today`}>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={5} />}
      {rows?.length === 0 && <p className={shared.none}>{t('noTops')}</p>}
      <ol className={classes.bars}>
        {rows?.map((row) => {
          const link = linkTo(row)
          return (
            <li key={row.id}>
              {link ? (
                <Link to={link} className={classes.name}>
                  {row.name}
                </Link>
              ) : (
                <span className={classes.name}>{row.name}</span>
              )}
              <b>{formatFen(row.revenueFen, language)}</b>
              <progress value={Math.max(0, row.revenueFen)} max={largest} aria-hidden />
              <small>{t('accepted', { count: formatNumber(row.accepted, language) })}</small>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

export const ChannelsCard = () => <TopsCard of="channels" />
export const OrgsCard = () => <TopsCard of="orgs" />
