import { type StatementLink, statement } from '@kabao/contract/ledger/statement'
import { statementWords } from '@kabao/contract/ledger/statement.words'
import { useState } from 'react'
import {
  Badge,
  Button,
  Can,
  Failure,
  formatInstant,
  formatNumber,
  ShortPager,
  Skeleton,
  useAct,
  useAnswer,
  useWords,
} from '#kit'
import classes from './statement.module.css'

/** The links on one page. */
const size = 10
const colors = { active: 'green', expired: 'gray', revoked: 'red' } as const

/** The links by which statements were sent, of one organization or of all. */
export function Links({ orgId }: { orgId: string | undefined }) {
  const { t, language } = useWords(statementWords)
  const [current, setCurrent] = useState(1)
  const { data, error, refetch } = useAnswer(
    statement.linkPage,
    { body: { current, size, ...(orgId !== undefined && { orgId }) } },
    { placeholderData: (before) => before },
  )
  const revoke = useAct(statement.revoke, (_link: StatementLink) => ({
    title: t('revoke.title'),
    text: t('revoke.text'),
    action: t('action.revoke'),
    isDanger: true,
    done: () => t('revoke.done'),
  }))
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton count={4} />
  if (data.total === 0) return null
  const heads = [
    'orgName',
    'month',
    'status',
    'revokedBy',
    'revokedAt',
    'expiresAt',
    'opened',
    'openedAt',
    'createdBy',
    'createdAt',
  ] as const
  return (
    <section className={classes.part}>
      <h2 className={classes.heading}>{t('links')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={t('links')}>
        <table className={classes.table}>
          <thead>
            <tr>
              {heads.map((name) => (
                <th scope="col" key={name}>
                  {t(`field.${name}`)}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {data.records.map((link) => (
              <tr key={link.id}>
                <th scope="row">{link.orgName}</th>
                <td>{link.month}</td>
                <td>
                  <Badge color={colors[link.status]}>{t(`status.${link.status}`)}</Badge>
                </td>
                <td>{link.revokedBy ?? '–'}</td>
                <td>{link.revokedAt === null ? '–' : formatInstant(link.revokedAt, language)}</td>
                <td>{formatInstant(link.expiresAt, language)}</td>
                <td>{formatNumber(link.opened, language)}</td>
                <td>{link.openedAt === null ? '–' : formatInstant(link.openedAt, language)}</td>
                <td>{link.createdBy}</td>
                <td>{formatInstant(link.createdAt, language)}</td>
                <td>
                  {link.status === 'active' && (
                    <Can use={statement.revoke}>
                      <Button size="xs" variant="default" onClick={() => revoke(link)}>
                        {t('action.revoke')}
                      </Button>
                    </Can>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ShortPager current={current} last={Math.max(1, Math.ceil(data.total / size))} onTurn={setCurrent} />
    </section>
  )
}
