import { session } from '@kabao/contract/access/session'
import { frameWords } from '@kabao/contract/app/frame.words'
import { useEffect } from 'react'
import { IconRefresh, queries, reasonOf, send, useConnection, useWords, watchConnection } from '#kit'
import classes from './connection-line.module.css'

/** Says that the connection to the service is lost, for as long as it is. */
export function ConnectionLine() {
  const { t } = useWords(frameWords)
  const isLost = useConnection((connection) => connection.isLost)
  useEffect(() => watchConnection(isReached, readFailedAgain), [])
  return (
    <div className={classes.place} aria-live="polite">
      {isLost && (
        <p className={classes.line}>
          <IconRefresh size={14} aria-hidden />
          {t('connection.lost')}
        </p>
      )}
    </div>
  )
}

/** A refusal is an answer too. */
const isReached = () => send(session.me, { quiet: true }).then(() => true, isAnswer)
const isAnswer = (error: unknown) => reasonOf(error).kind !== 'unreached'

/** Reads again what could not be read while the service was out of reach: at once, or when its page is shown again. */
const readFailedAgain = () =>
  void queries.invalidateQueries({
    predicate: ({ state }) => state.error !== null && reasonOf(state.error).kind === 'unreached',
  })
