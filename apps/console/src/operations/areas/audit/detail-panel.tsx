import { audit } from '@kabao/contract/operations/audit'
import { auditWords } from '@kabao/contract/operations/audit.words'
import { Link } from 'react-router'
import {
  Anchor,
  Badge,
  DetailHead,
  Fact,
  Facts,
  formatInstant,
  RowPanel,
  type RowPanelProps,
  useAnswer,
  useWords,
} from '#kit'
import classes from './audit.module.css'
import { Changes } from './changes.tsx'
import { Members } from './members.tsx'
import { TargetLink } from './target.tsx'

/** One audit log entry: who did it, and what changed, field by field. */
export default function DetailPanel(props: RowPanelProps) {
  const { t, language } = useWords(auditWords)
  const answer = useAnswer(audit.get, { params: { id: props.id } })
  return (
    <RowPanel title={t('detail.title')} answer={answer} {...props}>
      {(data) => (
        <>
          <DetailHead name={data.action}>
            <Badge color={data.result === 'done' ? 'green' : 'red'}>{t(`result.${data.result}`)}</Badge>
          </DetailHead>
          <Facts title={t('detail.who')}>
            <Fact label={t('field.username')}>{data.username ?? t('system')}</Fact>
            {data.tokenName !== null && <Fact label={t('field.tokenName')}>{data.tokenName}</Fact>}
            <Fact label={t('field.at')}>{formatInstant(data.at, language)}</Fact>
            <Fact label={t('field.ip')}>{data.ip}</Fact>
            <Fact label={t('field.code')}>{data.code}</Fact>
            <Fact label={t('field.point')}>{data.point}</Fact>
            <Fact label={t('field.target')}>{data.targetKind && <TargetLink row={data} />}</Fact>
            <Fact label={t('field.targetId')}>{data.targetId}</Fact>
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
          </p>
          <Changes changes={data.changes} />
          {data.group && <Members key={data.requestId} group={data.group} />}
        </>
      )}
    </RowPanel>
  )
}
