import { pathOfPage } from '@kabao/contract/menu'
import { org } from '@kabao/contract/org'
import { type OrgBalance, recharge } from '@kabao/contract/recharge'
import { rechargeWords } from '@kabao/contract/recharge.words'
import { memo, useState } from 'react'
import { Link } from 'react-router'
import { Anchor, Badge, Button, Can, formatFen, useAnswer, useWords } from '#kit'
import classes from './recharge.module.css'

/** How many are shown at first. */
const few = 3

/** The organisations with a low balance, each with a button that files a recharge for it; nothing if there are none. */
export const LowBalances = memo(function LowBalances({
  onRecharge,
}: {
  onRecharge: (orgId: string) => void
}) {
  const { t } = useWords(rechargeWords)
  const { data } = useAnswer(recharge.low)
  const [isOpen, setOpen] = useState(false)
  if (!data || data.records.length === 0) return null
  const shown = isOpen ? data.records : data.records.slice(0, few)
  return (
    <section className={classes.low} aria-label={t('low.title', { count: data.total })}>
      <div className={classes.lowHead}>
        <strong>{t('low.title', { count: data.total })}</strong>
        {data.records.length > few && (
          <Button variant="subtle" size="compact-sm" onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'low.less' : 'low.more')}
          </Button>
        )}
        <Can use={org.page}>
          <Anchor component={Link} to={`${pathOfPage('OrgList')}?balanceState=low`}>
            {t('low.all')}
          </Anchor>
        </Can>
      </div>
      <ul className={classes.lowList}>
        {shown.map((each) => (
          <LowBalance key={each.orgId} of={each} onRecharge={onRecharge} />
        ))}
      </ul>
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
