import { type SalesmanLeave, type SalesmanRow, salesman } from '@kabao/contract/crm/salesman'
import { salesmanWords } from '@kabao/contract/crm/salesman.words'
import { Button, Can, useAct, useWords } from '#kit'
import classes from './leave.module.css'
import { leaveText } from './leave-text.ts'

/** The leaves under way and to come; those to come can be changed and cancelled. */
export function Leaves({ row, onChange }: { row: SalesmanRow; onChange: (leave: SalesmanLeave) => void }) {
  const words = useWords(salesmanWords)
  const { t } = words
  const cancel = useAct(
    salesman.cancelLeave,
    (leave: SalesmanLeave) => ({
      title: t('cancelLeave.title'),
      text: leaveText(leave, words),
      action: t('cancelLeave.action'),
      isDanger: true,
      done: () => t('cancelLeave.done'),
    }),
    { inputFor: ({ id }) => ({ params: { id: row.id }, body: { version: row.version, leaveId: id } }) },
  )
  if (row.leaves.length === 0) return null
  return (
    <section>
      <h3 className={classes.heading}>{t('section.leaves')}</h3>
      <ul className={classes.leaves}>
        {row.leaves.map((leave) => (
          <li key={leave.id}>
            <span>
              {leaveText(leave, words)}
              {leave.deputyName !== null && ` · ${t('goOnLeave.deputy')} ${leave.deputyName}`}
              {leave.reason !== '' && ` · ${leave.reason}`}
            </span>
            {!leave.hasBegun && (
              <Can use={salesman.cancelLeave}>
                <Button size="xs" variant="default" onClick={() => onChange(leave)}>
                  {t('leaveDays.change')}
                </Button>
                <Button size="xs" variant="light" color="red" onClick={() => cancel(leave)}>
                  {t('leaveDays.cancel')}
                </Button>
              </Can>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
