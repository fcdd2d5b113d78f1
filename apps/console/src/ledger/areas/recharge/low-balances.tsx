import { pathOfPage } from '@kabao/contract/app/menu'
import { type OrgBalance, recharge } from '@kabao/contract/ledger/recharge'
import { rechargeWords } from '@kabao/contract/ledger/recharge.words'
import { org, orgUv } from '@kabao/contract/supply/org'
import { memo } from 'react'
import { Link } from 'react-router'
import { Anchor, Badge, Button, Can, formatFen, useAnswer, useOpenPart, useWords } from '#kit'
import classes from './recharge.module.css'

/** At most so many are in the line; the others, and those that do not fit, are shown when all are asked for. */
const few = 3
/** The filters of a list of organizations that show those of the line. */
const low = 'balanceState=low&status=enabled'

/**
 * The organizations with a low balance, each with a button that files a recharge for it. One line, whether it is still read, or there
 * are none: the list below does not move when the answer comes. On a small screen only the heading, until they are asked for.
 */
export const LowBalances = memo(function LowBalances({
  onRecharge,
}: {
  onRecharge: (orgId: string) => void
}) {
  const { t } = useWords(rechargeWords)
  const { data } = useAnswer(recharge.low, {}, { refetchOnMount: 'always' })
  const [isOpen, setOpen] = useOpenPart('low')
  if (!data) return <div className={classes.low} />
  if (data.records.length === 0) return <p className={classes.low}>{t('low.none')}</p>
  const shown = isOpen ? data.records : data.records.slice(0, few)
  return (
    <section
      className={classes.low}
      data-open={isOpen || undefined}
      aria-label={t('low.title', { count: data.total })}
    >
      <strong className={classes.lowTitle}>{t('low.title', { count: data.total })}</strong>
      <ul className={classes.lowList}>
        {shown.map((each) => (
          <LowBalance key={each.orgId} of={each} onRecharge={onRecharge} />
        ))}
      </ul>
      <div className={classes.lowActions}>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          className={data.records.length > 1 ? undefined : classes.lowSmallOnly}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'low.less' : 'low.more')}
        </Button>
        <Can use={org.page}>
          <Anchor component={Link} to={`${pathOfPage('OrgList')}?${low}`}>
            {t('low.all')}
          </Anchor>
        </Can>
        <Can use={orgUv.page}>
          <Anchor component={Link} to={`${pathOfPage('OrgUvList')}?${low}`}>
            {t('low.allUv')}
          </Anchor>
        </Can>
      </div>
    </section>
  )
})

function LowBalance({ of, onRecharge }: { of: OrgBalance; onRecharge: (orgId: string) => void }) {
  const { t, language } = useWords(rechargeWords)
  const yuan = (fen: number) => formatFen(fen, language)
  return (
    <li className={classes.lowItem}>
      <span className={classes.lowName}>{of.orgName}</span>
      <span className={classes.lowAmount}>{yuan(of.availableFen)}</span>
      <span className={classes.lowAlert}>{t('low.of', { alert: yuan(of.alertFen) })}</span>
      {of.pendingFen > 0 && (
        <Badge color="orange">{t('low.pending', { pending: yuan(of.pendingFen) })}</Badge>
      )}
      <Can use={recharge.create}>
        <Button variant="light" size="compact-sm" onClick={() => onRecharge(of.orgId)}>
          {t('action.recharge')}
        </Button>
      </Can>
    </li>
  )
}
