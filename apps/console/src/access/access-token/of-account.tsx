import { accessToken } from '@kabao/contract/access/access-token'
import { accessTokenWords } from '@kabao/contract/access/access-token.words'
import type { AdminRow } from '@kabao/contract/access/admin'
import { maxPageSize } from '@kabao/contract/kernel/kernel'
import { audit } from '@kabao/contract/operations/audit'
import { Failure, SidePanel, Skeleton, useAnswer, usePermission, useSend, useWords } from '#kit'
import classes from './access-token.module.css'
import { TokenList } from './token-list.tsx'

/** The personal access tokens of an account. */
export default function TokensOfAccount({ row, onClose }: { row: AdminRow; onClose: () => void }) {
  const { t } = useWords(accessTokenWords)
  const answer = useAnswer(accessToken.page, { body: { adminId: row.id, size: maxPageSize } })
  const { data, error, refetch } = answer
  const mayRevoke = usePermission(accessToken.revoke)
  const seesLog = usePermission(audit.page)
  const { mutateAsync } = useSend(accessToken.revoke)
  const title = t('ofAccount', { name: row.name })
  return (
    <SidePanel title={title} onClose={onClose}>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton count={4} />}
      {data?.total === 0 && <p className={classes.lead}>{t('nobody')}</p>}
      {data && data.total > 0 && (
        <TokenList
          tokens={data.records}
          label={title}
          seesLog={seesLog}
          canRevoke={({ isManageable }) => mayRevoke && isManageable}
          revoke={({ id }) => mutateAsync({ params: { id } })}
        />
      )}
    </SidePanel>
  )
}
