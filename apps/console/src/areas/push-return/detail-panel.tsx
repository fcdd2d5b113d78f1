import { pathOfPage } from '@kabao/contract/menu'
import { push } from '@kabao/contract/push'
import { type PushReturnRow, pushReturn } from '@kabao/contract/push-return'
import { pushReturnWords } from '@kabao/contract/push-return.words'
import { pushReturnMachine } from '@kabao/contract/push-return-machine'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import {
  ActButtons,
  Anchor,
  Can,
  DetailHead,
  Fact,
  Facts,
  formatFen,
  formatInstant,
  LongTextField,
  RowPanel,
  type RowPanelProps,
  StateBadge,
  useActs,
  useAnswer,
  useGuard,
  useProblems,
  useWords,
} from '#kit'
import classes from './detail.module.css'

/** One return, and its review. */
export default function DetailPanel(props: RowPanelProps) {
  const { t } = useWords(pushReturnWords)
  const answer = useAnswer(pushReturn.get, { params: { id: props.id } })
  return (
    <RowPanel title={t('detail.title')} answer={answer} {...props}>
      {(row) => (
        <>
          <Told row={row} />
          <Review key={row.id} row={row} />
        </>
      )}
    </RowPanel>
  )
}

function Told({ row }: { row: PushReturnRow }) {
  const { t, language } = useWords(pushReturnWords)
  return (
    <>
      <DetailHead name={row.reason}>
        <StateBadge of={pushReturnMachine} state={row.status} />
      </DetailHead>
      <Facts title={t('detail.title')}>
        <Fact label={t('field.pushId')}>
          {row.pushId}{' '}
          <Can use={push.get}>
            <Anchor component={Link} to={`${pathOfPage('PlanPushList')}?open=${row.pushId}`}>
              {t('action.push')}
            </Anchor>
          </Can>
        </Fact>
        <Fact label={t('field.orgName')}>{row.orgName}</Fact>
        <Fact label={t('field.planName')}>{row.planName}</Fact>
        <Fact label={t('field.channelName')}>{row.channelName}</Fact>
        <Fact label={t('field.phone')}>{row.phone}</Fact>
        <Fact label={t('field.name')}>{row.name}</Fact>
        <Fact label={t('field.acceptedAt')}>{formatInstant(row.acceptedAt, language)}</Fact>
        <Fact label={t('field.createdAt')}>{formatInstant(row.createdAt, language)}</Fact>
        <Fact label={t('field.askedBy')}>{row.askedBy ?? t('askedByOrg')}</Fact>
        <Fact label={t('field.askedWay')}>{t(`askedWay.${row.askedWay}`)}</Fact>
        <Fact label={t('field.reviewedBy')}>{row.reviewedBy}</Fact>
        <Fact label={t('field.reviewedAt')}>{formatInstant(row.reviewedAt, language)}</Fact>
        <Fact label={t('field.note')}>{row.note}</Fact>
      </Facts>
      <Facts title={t('detail.money')}>
        <Fact label={t('field.priceFen')}>{formatFen(row.priceFen, language)}</Fact>
        <Fact label={t('field.refundFen')}>{formatFen(row.refundFen, language)}</Fact>
        <Fact label={t('field.costBackFen')}>{formatFen(row.costBackFen, language)}</Fact>
      </Facts>
    </>
  )
}

/** Approves, refuses with a reason, or withdraws; the service says who may. */
function Review({ row }: { row: PushReturnRow }) {
  const { t } = useWords(pushReturnWords)
  const [note, setNote] = useState('')
  const [problems, setProblems] = useProblems()
  useGuard(note !== '')
  const acts = useActs(pushReturnMachine, pushReturn, row, {
    done: () => setNote(''),
    refused: ({ fields }) => setProblems(fields ?? {}),
  })
  if (acts.names.length === 0) return null
  const refuse = (event: FormEvent) => {
    event.preventDefault()
    void acts.run('refuse', { note })
  }
  return (
    <form onSubmit={refuse} className={classes.form} noValidate>
      {acts.names.includes('refuse') && (
        <LongTextField
          name="note"
          label={t('field.note')}
          value={note}
          error={problems.note}
          onChange={(text) => {
            setNote(text)
            setProblems({})
          }}
        />
      )}
      <div className={classes.buttons}>
        <ActButtons
          acts={acts}
          special={{
            refuse: { isSubmit: true, disabled: note.trim() === '' },
            withdraw: { variant: 'default' },
          }}
        />
      </div>
    </form>
  )
}
