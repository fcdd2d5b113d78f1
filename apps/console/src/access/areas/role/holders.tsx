import { type RoleRow, role } from '@kabao/contract/access/role'
import { roleWords } from '@kabao/contract/access/role.words'
import { Badge, Failure, SidePanel, Skeleton, useAnswer, useWords } from '#kit'
import classes from './role.module.css'

/** The administrators who have a role. */
export default function Holders({ row, onClose }: { row: RoleRow; onClose: () => void }) {
  const { t } = useWords(roleWords)
  const { data, error, refetch } = useAnswer(role.admins, { params: { id: row.id } })
  const title = t('holders.title', { name: row.name })
  return (
    <SidePanel title={title} onClose={onClose}>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={5} />}
      {data?.total === 0 && <p className={classes.note}>{t('holders.none')}</p>}
      {data && data.total > 0 && (
        <table className={classes.holders} aria-label={title}>
          <tbody>
            {data.admins.map(({ id, username, name, status }) => (
              <tr key={id}>
                <td>{name}</td>
                <td>{username}</td>
                <td>{status === 'disabled' && <Badge color="gray">{t('holders.disabled')}</Badge>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && data.total > data.admins.length && (
        <p className={classes.note}>{t('holders.more', { total: data.total, shown: data.admins.length })}</p>
      )}
    </SidePanel>
  )
}
