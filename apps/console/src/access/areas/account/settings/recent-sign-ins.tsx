import { accountWords } from '@kabao/contract/access/account.words'
import { type LoginResult, loginLog } from '@kabao/contract/access/login-log'
import { loginLogWords } from '@kabao/contract/access/login-log.words'
import { Badge, formatInstant, Loader, useAnswer, useWords } from '#kit'
import classes from './settings.module.css'

const colors: Record<LoginResult, string> = { succeeded: 'green', pending: 'orange', failed: 'red' }

/** The latest attempts to sign in to one's own account, including failed ones. */
export function RecentSignIns() {
  const { t, language } = useWords(loginLogWords)
  const { t: own } = useWords(accountWords)
  const { data } = useAnswer(loginLog.mine)
  if (!data) return <Loader size="sm" />
  return (
    <ul className={classes.list}>
      {data.map((row) => (
        <li key={row.id} className={classes.item}>
          <div>
            <div className={classes.device}>
              {t(`reason.${row.reason}`)}
              <Badge color={colors[row.result]}>{t(`result.${row.result}`)}</Badge>
            </div>
            <div className={classes.facts}>
              {[formatInstant(row.at, language), row.ip, row.device || own('session.unknownDevice')].join(
                ' · ',
              )}
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
