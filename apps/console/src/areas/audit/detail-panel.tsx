import { audit } from '@kabao/contract/audit'
import { auditWords } from '@kabao/contract/audit.words'
import { Link } from 'react-router'
import {
  Anchor,
  Badge,
  Fact,
  Facts,
  Failure,
  formatInstant,
  Neighbours,
  SidePanel,
  Skeleton,
  useAnswer,
  useWords,
} from '#kit'
import classes from './audit.module.css'
import { Changes } from './changes.tsx'
import { useTargetName } from './target.ts'

interface PanelProps {
  id: string
  rows: readonly { id: string }[]
  onTurn: (id: string) => void
  onClose: () => void
}

/** One line of the audit log: who did it, and what changed, field by field. */
export default function DetailPanel({ id, rows, onTurn, onClose }: PanelProps) {
  const { t, language } = useWords(auditWords)
  const nameOf = useTargetName()
  const { data, error, refetch } = useAnswer(audit.get, { params: { id }, quiet: true })
  return (
    <SidePanel title={t('detail.title')} onClose={onClose}>
      <Neighbours rows={rows} id={id} onOpen={onTurn} />
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={320} aria-busy />}
      {data && (
        <>
          <header className={classes.top}>
            <h2 className={classes.name}>{data.action}</h2>
            <Badge color={data.result === 'done' ? 'green' : 'red'}>{t(`result.${data.result}`)}</Badge>
          </header>
          <Facts title={t('detail.who')}>
            <Fact label={t('field.username')}>{data.username ?? t('system')}</Fact>
            <Fact label={t('field.at')}>{formatInstant(data.at, language)}</Fact>
            <Fact label={t('field.ip')}>{data.ip}</Fact>
            <Fact label={t('field.code')}>{data.code}</Fact>
            <Fact label={t('field.point')}>{data.point}</Fact>
            <Fact label={t('field.target')}>
              {data.targetKind && `${nameOf(data.targetKind)} ${data.targetId ?? ''}`}
            </Fact>
            <Fact label={t('field.requestId')}>{data.requestId}</Fact>
          </Facts>
          <p className={classes.links}>
            {data.targetKind && data.targetId && (
              <Anchor
                component={Link}
                to={`?${new URLSearchParams({ targetKind: data.targetKind, targetId: data.targetId })}`}
              >
                {t('detail.sameTarget')}
              </Anchor>
            )}
            {data.requestId && (
              <Anchor component={Link} to={`?${new URLSearchParams({ requestId: data.requestId })}`}>
                {t('detail.sameRequest')}
              </Anchor>
            )}
          </p>
          <Changes before={data.before} after={data.after} />
        </>
      )}
    </SidePanel>
  )
}
